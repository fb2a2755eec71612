// Finds out what became of the events of this process, within a time. `stored` counts only what the
// owner of the store says it has taken; everything else lies in a file, and counts as spooled.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { said } from './event.js';
import type { Recorder } from './recorder.js';

export interface Flush {
  /** In the store. */
  stored: number;
  /** In a file that survives this process, and not known to be stored. */
  spooled: number;
  /** Lost: there was no room, or no place to write to. */
  dropped: number;
  /** The number of the newest event of the store, if it is known. */
  lastSeq: number | null;
  error: string | null;
}

interface SpoolRow {
  file: string;
  lines: number;
  quarantined: number;
}

interface SpoolAnswer {
  files: SpoolRow[];
  last_seq: number;
  problems: string[];
}

export async function flushDirectory(recorder: Recorder, timeout: number): Promise<Flush> {
  const { spool } = recorder;
  const dropped = spool.dropped;
  if (spool.lines === 0) {
    return { stored: 0, spooled: 0, dropped, lastSeq: null, error: spool.error ?? null };
  }
  // What is recorded while the question is under way is not part of its answer.
  const segments = [...spool.earlier, ...(spool.segment ? [spool.segment] : [])].map((one) => ({
    ...one,
  }));
  const total = spool.lines;
  let answer: SpoolAnswer;
  try {
    answer = JSON.parse(await recorder.asking.get('spool', ['spool'], {}, timeout)) as SpoolAnswer;
  } catch (error) {
    return { stored: 0, spooled: spool.lines, dropped, lastSeq: null, error: said(error) };
  }
  let waiting = 0;
  let refused = 0;
  for (const segment of segments) {
    const row = rowOf(answer.files, path.basename(segment.path));
    if (row !== undefined) {
      waiting += Math.max(0, segment.lines - row.lines);
      refused += row.quarantined;
    } else if (fs.existsSync(segment.path)) {
      waiting += segment.lines;
    }
  }
  const spooled = Math.min(waiting, total) + (spool.lines - total);
  let error = spool.error ?? null;
  if (refused > 0) {
    error = `${refused} events were refused: see hence quarantine`;
  } else if (spooled > 0) {
    error = answer.problems[0] ?? error;
  }
  const stored = Math.max(0, total - Math.min(waiting, total) - refused);
  return { stored, spooled, dropped: spool.dropped, lastSeq: answer.last_seq, error };
}

// A file that is about to be removed has a longer name.
function rowOf(rows: SpoolRow[], name: string): SpoolRow | undefined {
  const stem = name.slice(0, -'ndjson'.length);
  return (
    rows.find((row) => row.file === name) ??
    rows.find((row) => row.file.startsWith(stem) && row.file.endsWith('.closing.ndjson'))
  );
}
