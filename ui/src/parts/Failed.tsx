import { count } from './format';

import './Failed.css';

/** The mark of what failed; of several, with how many did. */
export function Failed({ of }: { readonly of?: number }) {
  return <span className="failed">✕ {of === undefined ? '' : `${count(of)} `}failed</span>;
}
