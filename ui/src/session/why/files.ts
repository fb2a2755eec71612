/** How the files of a session are put into words. */
import type * as api from '../../api/types';
import type { DiffLine } from '../../parts/rich/diff';

const deeds = ['deleted', 'written', 'edited', 'read'] as const;

/** `edited 4, read 2` */
export function deedsOf(file: Pick<api.TouchedFile, (typeof deeds)[number]>): string {
  return deeds
    .filter((deed) => file[deed] > 0)
    .map((deed) => (file[deed] === 1 ? deed : `${deed} ${file[deed]}×`))
    .join(', ');
}

export function changedFiles(files: readonly api.TouchedFile[]) {
  const changes = (file: api.TouchedFile) => file.written + file.edited + file.deleted > 0;
  return {
    changed: files.filter(changes),
    others: files.filter((file) => !changes(file)),
  };
}

/** The folder that all paths share, with its slash; empty when there is none worth saying. */
export function folderOf(files: readonly { readonly path: string }[]): string {
  const [first, last] = [files[0]?.path, files.at(-1)?.path];
  if (first === undefined || last === undefined || files.length < 2) return '';
  let same = 0;
  while (same < first.length && first[same] === last[same]) ++same;
  const end = first.lastIndexOf('/', same - 1);
  return end > 1 ? first.slice(0, end + 1) : '';
}

export function shownPath(path: string, folder: string): { before: string; name: string } {
  const shown = path.startsWith(folder) ? path.slice(folder.length) : path;
  const slash = shown.lastIndexOf('/', shown.length - 2);
  return { before: shown.slice(0, slash + 1), name: shown.slice(slash + 1) };
}

export function diffLines(diff: string): readonly DiffLine[] {
  const lines = diff.endsWith('\n') ? diff.slice(0, -1) : diff;
  return lines.split('\n').map((line): DiffLine => {
    if (line === '@@') return { sign: ' ', text: '…' };
    const sign = line[0] === '+' || line[0] === '-' ? line[0] : ' ';
    return { sign, text: line.slice(1) };
  });
}
