/** How a fork or a rewound session marks its events, in words. */
import { brief } from './printable';

type Marked = { readonly inherited?: string | null; readonly abandoned?: boolean };

/** "inherited from s1", "abandoned", both or nothing. */
export function lineageText({ inherited, abandoned }: Marked): string {
  const from = inherited ? `inherited from ${brief(inherited)}` : '';
  return [from, abandoned ? 'abandoned' : ''].filter(Boolean).join(', ');
}
