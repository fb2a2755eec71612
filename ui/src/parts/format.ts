/** How numbers, times and ids are written on the page. */

const counts = new Intl.NumberFormat('en');

export function count(value: number): string {
  return counts.format(value);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function duration(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 1) return `${Number(ms.toFixed(3))} ms`;
  if (ms < 1000) return `${Number(ms.toFixed(ms < 10 ? 1 : 0))} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 2 : 1))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1e6) return `${Number((size / 1e3).toFixed(1))} kB`;
  return `${Number((size / 1e6).toFixed(1))} MB`;
}

export function tokens(value: number | null): string {
  if (value === null) return '';
  if (value < 10_000) return count(value);
  if (value < 1e6) return `${Number((value / 1e3).toFixed(1))}k`;
  return `${Number((value / 1e6).toFixed(2))}M`;
}

/** Dollars, with as many digits as small sums need. */
export function usd(value: number): string {
  return `$${value.toFixed(value >= 1 ? 2 : value >= 0.01 || value === 0 ? 4 : 6)}`;
}

/** Milliseconds since 1970 with a fraction: enough to draw with, not to order by. */
export function milliseconds(time: string): number {
  const dot = time.indexOf('.');
  if (dot < 0) return Date.parse(time);
  const end = time.search(/[Zz+-](?!.*T)/);
  const fraction = time.slice(dot, end < dot ? undefined : end);
  const zone = end < dot ? 'Z' : time.slice(end);
  return Date.parse(time.slice(0, dot) + zone) + Number(`0${fraction}`) * 1000;
}

/** `2026-02-23 10:00:01`, in UTC as every answer has it. */
export function clock(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}

/** `2026-03-01 10:00:01 to 10:02:03`: the date is said once where it is the same. */
export function between(first: string, last: string): string {
  const [begin, end] = [clock(first), clock(last)];
  if (begin === end) return begin;
  return `${begin} to ${end.startsWith(begin.slice(0, 10)) ? end.slice(11) : end}`;
}

/** `10:00:01.250`: for rows that stand under a date. */
export function timeOfDay(time: string): string {
  return time.slice(11, 23).replace(/Z.*$/, '');
}

/** The first 8 characters, or the last 8 of a UUIDv7, whose beginning is the time. */
export function shortId(id: string): string {
  if (id.length <= 8) return id;
  const ordered = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id);
  return ordered ? id.slice(-8) : id.slice(0, 8);
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `hence tree 's 1'` of its words; empty ones are left out. */
export function command(...words: readonly (string | false | null | undefined)[]): string {
  const given = words.filter((word): word is string => typeof word === 'string' && word !== '');
  return ['hence', ...given.map(shellWord)].join(' ');
}
