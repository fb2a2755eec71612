/** Opens the search of the session from anywhere on the page. */

const openers = new Set<() => void>();

export function onOpenFind(open: () => void): () => void {
  openers.add(open);
  return () => openers.delete(open);
}

export function openFind(): void {
  openers.forEach((open) => open());
}
