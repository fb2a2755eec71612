/** The windows that a server cuts from a session, cut from the rows that a file carries. */
import type * as api from './types';

const limit_default = 200;

export function timeWindow(whole: api.Outline, query: URLSearchParams): api.Outline {
  const after = Number(query.get('after') ?? 0);
  const before = Number(query.get('before') ?? Infinity);
  const rows = whole.rows
    .filter(filterOf(query))
    .filter((row) => row.ordinal > after && row.ordinal < before);
  const from_end = query.has('before') && !query.has('offset');
  return windowOf(whole, rows, query, from_end);
}

export function treeWindow(whole: api.Outline, query: URLSearchParams): api.Outline {
  const kept = keptOf(whole.rows, filterOf(query));
  const above = aboveOf(whole.rows, query.get('at'));
  const closed = seqsIn(query.get('closed'));
  const open = seqsIn(query.get('open'));
  const levels = Number(query.get('levels') ?? Infinity) || Infinity;
  const rows: api.OutlineRow[] = [];
  let hidden_below = Infinity;
  for (const row of kept) {
    if (row.level > hidden_below) continue;
    const deep = row.level >= levels && !open.has(row.seq);
    const shut = row.children > 0 && !above.has(row.seq) && (closed.has(row.seq) || deep);
    hidden_below = shut ? row.level : Infinity;
    rows.push(shut === row.closed ? row : { ...row, closed: shut });
  }
  return windowOf(whole, rows, query, false);
}

/** Of the rows that stay, the level counts the ancestors that stay. */
function keptOf(
  rows: readonly api.OutlineRow[],
  stays: (row: api.OutlineRow) => boolean,
): readonly api.OutlineRow[] {
  const above: number[] = [];
  return rows.flatMap((row) => {
    while ((above.at(-1) ?? 0) >= row.level) above.pop();
    if (!stays(row)) return [];
    above.push(row.level);
    return above.length === row.level ? [row] : [{ ...row, level: above.length }];
  });
}

function seqsIn(text: string | null): ReadonlySet<number> {
  return new Set((text ?? '').split(',').filter(Boolean).map(Number));
}

/** What stands above the event that is looked for: it counts as open. */
function aboveOf(rows: readonly api.OutlineRow[], at: string | null): ReadonlySet<number> {
  const above = new Set<number>();
  const place = at === null ? -1 : rows.findIndex((row) => row.id === at);
  let level = rows[place]?.level ?? 1;
  for (let each = place - 1; each >= 0 && level > 1; --each) {
    const row = rows[each];
    if (!row || row.level >= level) continue;
    above.add(row.seq);
    level = row.level;
  }
  return above;
}

function filterOf(query: URLSearchParams): (row: api.OutlineRow) => boolean {
  const kinds = query.get('kinds')?.split(',').filter(Boolean) ?? [];
  const errors = query.get('errors') === '1';
  return (row) =>
    (kinds.length === 0 || kinds.includes(row.kind)) && (!errors || row.status === 'error');
}

function windowOf(
  whole: api.Outline,
  rows: readonly api.OutlineRow[],
  query: URLSearchParams,
  from_end: boolean,
): api.Outline {
  const limit = Number(query.get('limit') ?? limit_default);
  const at = query.get('at');
  const place = at === null ? -1 : rows.findIndex((row) => row.id === at);
  const wanted =
    place >= 0
      ? place - Math.floor(limit / 2)
      : from_end
        ? rows.length - limit
        : Number(query.get('offset') ?? 0);
  const offset = Math.max(0, Math.min(wanted, rows.length));
  return { ...whole, rows_total: rows.length, offset, rows: rows.slice(offset, offset + limit) };
}

/** Times of one answer are all UTC: as text they sort as they are. */
export function timelineWindow(whole: api.Timeline, query: URLSearchParams): api.Timeline {
  const from = query.get('from') ?? whole.first;
  const to = query.get('to') ?? whole.last;
  const begins = Date.parse(from);
  const spans = whole.spans.filter(
    (span) => span.time <= to && Date.parse(span.time) + (span.duration_ms ?? 0) >= begins,
  );
  return { ...whole, from, to, events: spans.length, spans };
}
