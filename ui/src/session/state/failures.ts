/** What failed in a session, counted once. */

/**
 * The kinds to ask for together with `errors`. A call and the observation that ended it are two events
 * and one failure: the call stands for both.
 */
export function failureKinds(
  kinds: { readonly [kind: string]: number } | undefined,
): string | null {
  const asked = Object.keys(kinds ?? {}).filter((kind) => kind !== 'observation');
  const ends_calls = asked.includes('tool_call');
  return ends_calls && asked.length > 0 ? asked.join(',') : null;
}
