/** Names in addresses: any string may be one. */

/** A name as a segment of an address. Half a surrogate pair, which no address can hold, is U+FFFD. */
export function encoded(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/**
 * The same address with `?id=` in place of a segment that is `.` or `..`: browsers take these for
 * directories, however they are written.
 */
export function withoutDots(target: string): string {
  const mark = target.indexOf('?');
  const segments = (mark < 0 ? target : target.slice(0, mark)).split('/');
  const at = segments.findIndex((segment) => segment === '.' || segment === '..');
  if (at < 0) return target;
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  query.append('id', segments[at] ?? '');
  return `${segments.toSpliced(at, 1).join('/')}?${query}`;
}
