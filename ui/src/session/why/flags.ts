/** What the flags of an event say, in words. */

const words = new Map([
  ['rationale_too_long', 'its rationale is longer than the rule allows; it is kept whole'],
  ['derived', 'reconstructed from the content of other events'],
  ['parent_derived', 'its parent was worked out by a rule'],
  ['session_derived', 'its session was worked out by a rule'],
  ['time_derived', 'it came without a time: this one only says its place in the order'],
  ['redacted', 'keys, tokens or passwords in it were replaced by marks before it was stored'],
  ['rationale_derived', 'its rationale was worked out by a rule, and does not count as given'],
]);

export function flagInWords(flag: string): string {
  return words.get(flag) ?? flag.replaceAll('_', ' ');
}
