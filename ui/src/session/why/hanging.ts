/** How a step hangs on the one above it, in the words of `hence explain`. */
import type * as api from '../../api/types';

type Type = NonNullable<api.ChainLink['via']>['type'];

const words: ReadonlyMap<Type, string> = new Map<Type, string>([
  ['cause', 'names it as its cause'],
  // The most frequent one, and the one that says least.
  ['parent', 'parent'],
  ['said', 'said in this answer'],
  ['answers', 'answers it'],
  ['ref', 'rests on it'],
  ['outcome', 'is its outcome'],
  ['delegation', 'does what was delegated'],
  ['within', 'happened within it'],
  ['message', 'the receiver’s next step'],
  ['turn', 'after the agent’s last model call'],
  ['sequence', 'the step behind it'],
]);

export function hangsBy(link: api.ChainLink): string {
  if (!link.via) return '';
  const { type, provenance } = link.via;
  if (type === 'call') {
    return link.kind === 'observation' ? 'the result of this call' : 'asked for by this call';
  }
  if (type === 'parent' && provenance !== 'explicit') return 'has it as its parent';
  return words.get(type) ?? `${type.replaceAll('_', ' ')} in the decision graph`;
}
