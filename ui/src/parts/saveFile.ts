/** Offers a file for download. The name loses what file systems do not take. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function fileName(name: string): string {
  const safe = name.replace(/[\p{C}/\\:*?"<>|]+/gu, '-').replace(/^[.\s-]+/, '');
  const dot = safe.lastIndexOf('.');
  const [stem, end] = dot < 0 ? [safe, ''] : [safe.slice(0, dot), safe.slice(dot)];
  return `${[...stem].slice(0, 100).join('') || 'hence'}${end}`;
}
