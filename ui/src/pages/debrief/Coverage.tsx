import type * as api from '../../api/types';
import { count, plural } from '../../parts/format';

import './Coverage.css';

export type CoverageProps = { readonly coverage: api.Debrief['coverage'] };

/** How many tool calls say why they were made. */
export function Coverage({ coverage: { tool_calls, with_rationale } }: CoverageProps) {
  if (tool_calls === 0) return <p className="soft">No tool calls.</p>;
  const without = tool_calls - with_rationale;
  return (
    <div className="coverage">
      <div
        className="coverage__bar"
        role="meter"
        aria-label="Tool calls with a rationale"
        aria-valuemin={0}
        aria-valuemax={tool_calls}
        aria-valuenow={with_rationale}
        aria-valuetext={`${count(with_rationale)} of ${plural(tool_calls, 'tool call')}`}
      >
        <span style={{ flexGrow: with_rationale }} />
        <span className="coverage__without" style={{ flexGrow: without }} />
      </div>
      <p>
        {without === 0
          ? tool_calls === 1
            ? 'Its one tool call says why'
            : `All ${plural(tool_calls, 'tool call')} say why`
          : `${count(without)} of ${plural(tool_calls, 'tool call')} carry no rationale`}
      </p>
    </div>
  );
}
