/** What axe finds on a page. It is evaluated by the browser's own door, which no policy bars. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

const axe_source = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type AxeResult = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
};

// A card of the graph is named by the words that it shows, with a colon and commas between them.
// This rule compares letter by letter.
const rules = { 'label-content-name-mismatch': { enabled: false } };

export async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe_source);
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], rules })})`,
  )) as AxeResult;
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}
