import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fakeServer';
import type * as api from '../../api/types';
import { forget } from '../../api/useAnswer';
import { headOf, InSession } from '../state/inSession';
import { deedsOf, diffLines, folderOf, shownPath } from './files';
import { FilesPanel } from './FilesPanel';

const touch: api.FileTouch = {
  ...{ event: 'e7', deed: 'edited', tool: 'Edit', agent: 'coder', time: '2026-01-01T09:00:01Z' },
  ...{ status: 'ok', provenance: 'recorded', moved: null },
};
const edited: api.TouchedFile = {
  ...{ path: '/w/src/hash.c', read: 2, written: 0, edited: 1, deleted: 0, failed: 1 },
  ...{ provenance: 'recorded', touches: [touch] },
  last_change: {
    ...{ event: 'e7', deed: 'edited', added: 1, removed: 1, cut: 3 },
    diff: '-int <b>h</b>;\n+long h;\n',
  },
};
const assumed: api.TouchedFile = {
  ...{ path: '/w/src/build', read: 0, written: 0, edited: 0, deleted: 1, failed: 0 },
  ...{ provenance: 'assumed', touches: [], last_change: null },
};

beforeEach(() => {
  forget('');
  fakeServer((path) =>
    path === 'sessions/s/files'
      ? {
          ...{ session: 's', files: [assumed, edited], read: 1, written: 0, edited: 1 },
          ...{ deleted: 1, shell_calls: 2 },
        }
      : undefined,
  );
});

test('files show what was done to them, and lead to the calls', async () => {
  const select = vi.fn();
  render(
    <InSession state={{ head: headOf(3), select }}>
      <FilesPanel />
    </InSession>,
  );
  expect(await screen.findByText('Changed: 2')).toBeTruthy();
  expect(screen.getAllByText('assumed')).toHaveLength(2);
  expect(screen.getByText('✕ 1 failed')).toBeTruthy();
  fireEvent.click(screen.getByText('hash.c'));
  fireEvent.click(await screen.findByText('edited by Edit'));
  expect(select).toHaveBeenCalledWith('e7');
  // Recorded text stays text.
  expect(screen.getByText(/int <b>h<\/b>;/)).toBeTruthy();
  expect(screen.getByText('3 more lines')).toBeTruthy();
});

test('words for deeds, paths and lines', () => {
  expect(deedsOf(edited)).toBe('edited, read 2×');
  expect(folderOf([assumed, edited])).toBe('/w/src/');
  expect(folderOf([edited])).toBe('');
  expect(shownPath('/w/src/hash.c', '/w/')).toEqual({ before: 'src/', name: 'hash.c' });
  expect(diffLines('@@\n a\n-b\n').map(({ sign, text }) => sign + text)).toEqual([
    ...[' …', ' a', '-b'],
  ]);
});
