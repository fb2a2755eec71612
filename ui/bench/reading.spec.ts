/** A transcript of 10,000 turns, scrolled with the wheel as somebody scrolls who looks for something. */
import { test } from '@playwright/test';

import { emptyStore, expect, recordLines, removeStore, Server } from '../tests/serving';
import { framesWhile, heap } from './measuring';

const turns = 10_000;
const scroll_ms = 6_000;
const step_px = 240;

/** Prompts, answers with Markdown and code, commands with outputs, edits. */
function* conversation(): Generator<string> {
  const start_ms = Date.parse('2026-03-01T08:00:00Z');
  let made = 0;
  const event = (kind: string, fields: object): string =>
    JSON.stringify({
      ...{ id: `e-${made}`, kind, session: 'long', agent: 'coder', run: 'r' },
      time: new Date(start_ms + 1000 * made++).toISOString(),
      fields,
    });
  for (let turn = 0; turn < turns; ++turn) {
    if (turn % 10 === 0) yield event('prompt', { text: `Please look at file ${turn}.` });
    const completion = `## Step ${turn}\n\nI look at \`file-${turn}.ts\`:\n\n- it *fails*\n- it is **slow**\n\n\`\`\`ts\nexport const step = ${turn};\n\`\`\``;
    yield event('llm_call', { model: 'example-large', total_tokens: 900, completion });
    const input =
      turn % 4 === 0
        ? { file_path: `src/${turn}.ts`, old_string: `a = ${turn}`, new_string: `a = ${turn + 1}` }
        : { command: `sed -n 1,20p src/${turn}.ts` };
    yield event('tool_call', {
      ...{ tool_name: turn % 4 === 0 ? 'Edit' : 'Bash', input },
      output: `line one of ${turn}\nline two\nline three`,
    });
  }
}

test('a transcript of 10,000 turns scrolls', async ({ page }) => {
  const store = emptyStore();
  await recordLines(store, conversation());
  const server = await Server.start(store);
  try {
    await page.goto(`${server.url}/#/session/long?view=transcript`);
    await expect(page.locator('.transcript__box .card').first()).toBeVisible();
    await page.waitForTimeout(1000);
    await page.mouse.move(500, 500);
    const frames = await framesWhile(page, async () => {
      const began = Date.now();
      while (Date.now() - began < scroll_ms) {
        await page.mouse.wheel(0, step_px);
        await page.waitForTimeout(16);
      }
    });
    const place = await page.locator('.transcript__place').innerText();
    console.table([{ turns, ...frames, reached: place, heap_mb: await heap(page) }]);
  } finally {
    await server.end();
    removeStore(store);
  }
});
