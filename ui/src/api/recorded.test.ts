import { expect, test } from 'vitest';

import { address } from './client';
import { recordedFrom } from './recorded';

const name = "it's (a) <b>";
const escaped = 'it%27s%20%28a%29%20%3Cb%3E';
const file = recordedFrom({
  session: name,
  events_total: 5000,
  events_kept: 2,
  answers_left_out: 0,
  answers: {
    '/api/v1/events/a': { id: 'a', kind: 'thought', time: '2026-01-02T00:00:00Z', seq: 2 },
    '/api/v1/events/__proto__': {
      id: '__proto__',
      kind: 'error',
      time: '2026-01-01T00:00:00Z',
      seq: 1,
    },
    '/api/v1/events/a/explain?direction=up': { event: 'a', direction: 'up' },
    [`/api/v1/sessions/${escaped}/map?by=turn`]: { session: name },
    [`/api/v1/runs/r/debrief?session=${escaped}`]: { run_id: 'r' },
  },
});

test('answers what it carries, by any spelling of the address', async () => {
  expect(await file.answer(address(['events', 'a']))).toMatchObject({ id: 'a' });
  expect(await file.answer(address(['events', 'a', 'explain'], { assumed: true }))).toMatchObject({
    direction: 'up',
  });
  expect(await file.answer(address(['sessions', name, 'map'], { limit: 300 }))).toMatchObject({
    session: name,
  });
  expect(await file.answer(address(['runs', 'r', 'debrief'], { session: name }))).toMatchObject({
    run_id: 'r',
  });
});

test('finds text in what it carries', async () => {
  const page = await file.answer<{ events: { id: string }[] }>(
    address(['events'], { text: 'PROTO' }),
  );
  expect(page.events.map(({ id }) => id)).toEqual(['__proto__']);
});

test('says that it does not have the rest', async () => {
  await expect(file.answer(address(['calibration']))).rejects.toMatchObject({
    status: 404,
    message: 'this file does not have it',
  });
});
