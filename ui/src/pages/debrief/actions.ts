/** What the actions of a debrief are about: `tool:NAME`, `decision:TYPE`, `strategy:FROM→TO`. */

export type Action = { readonly type: string; readonly name: string };

export function actionOf(text: string): Action {
  const colon = text.indexOf(':');
  if (colon < 0) return { type: '', name: text };
  return { type: text.slice(0, colon), name: text.slice(colon + 1) };
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['tool', 'tool_call'],
  ['decision', 'decision'],
  ['strategy', 'strategy_switch'],
  ['reactive', 'reactive'],
  ['delegation', 'delegation'],
]);

/** The kind of event that such an action is. */
export function kindOfAction(type: string): string {
  return kinds.get(type) ?? type;
}

/** What a step did, in the words of its summary: without the word for its kind. */
export function doneIn({ summary }: { readonly summary?: string }): string | null {
  if (summary === undefined) return null;
  const colon = summary.indexOf(': ');
  return colon < 0 ? summary : summary.slice(colon + 2);
}

/** Steps of the same action that follow each other stand together. */
export type Stretch = { readonly action: string; readonly from: number; readonly times: number };

export function stretchesOf(path: readonly { readonly action: string }[]): readonly Stretch[] {
  const found: Stretch[] = [];
  path.forEach(({ action }, at) => {
    const last = found.at(-1);
    if (last?.action === action) found[found.length - 1] = { ...last, times: last.times + 1 };
    else found.push({ action, from: at, times: 1 });
  });
  return found;
}
