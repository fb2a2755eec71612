import { expect, test } from 'vitest';

import { searchAddress, searchCommand } from './asking';

const parametersOf = (target: string) => new URLSearchParams(target.split('?')[1]);

test('a tool and failures are one condition, and a name in it stays a name', () => {
  const asked = parametersOf(
    searchAddress('rm -rf', { tool: 'a" or kind exists', failed: true, limit: 5 }),
  );
  expect(asked.get('where')).toBe(
    'fields.tool_name = "a\\" or kind exists" and (kind = "error" or fields.status = "error" or fields.error exists)',
  );
  expect(asked.get('q')).toBe('rm -rf');
});

test('a day is from its first to its last instant', () => {
  const asked = parametersOf(searchAddress('x', { day: '2026-05-19', limit: 5 }));
  expect(asked.get('from')).toBe('2026-05-19T00:00:00Z');
  expect(asked.get('to')).toBe('2026-05-19T23:59:59.999999999Z');
});

test('the command has every filter that the page has', () => {
  expect(searchCommand('rm -rf', { limit: 50 })).toBe("hence search --limit=50 'rm -rf'");
  expect(
    searchCommand('-x', {
      ...{ session: 's 1', agent: 'ada', kind: 'tool_call', tool: 'Bash', failed: true },
      ...{ day: '2026-05-19', rank: '1', cursor: 'c', limit: 50 },
    }),
  ).toBe(
    `hence search '--session=s 1' --agent=ada --kinds=tool_call '--where=fields.tool_name = "Bash" and (kind = "error" or fields.status = "error" or fields.error exists)' --from=2026-05-19T00:00:00Z --to=2026-05-19T23:59:59.999999999Z --rank --limit=50 --cursor=c -- -x`,
  );
});
