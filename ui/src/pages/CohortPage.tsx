import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command, count, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { Boxes } from './cohort/Boxes';
import { measures, shown, type Measure } from './cohort/measures';

import './CohortPage.css';

/** Runs side by side, by agent, model, tool or any field. */
export function CohortPage() {
  const { query, set } = usePlace();
  const by = query.get('by') ?? 'agent';
  const measure = measures.find((each) => each.name === query.get('measure')) ?? measures[0];
  const answer = useAnswer<api.Cohort>(address(['cohort'], { by }));
  const cohort = answer.data;
  return (
    <div className="cohort">
      <header className="cohort__head">
        <h1>Cohorts</h1>
        <label>
          By{' '}
          <input
            list="cohort-by"
            defaultValue={by}
            size={16}
            onBlur={(event) => set({ by: event.target.value })}
            onKeyDown={(event) => event.key === 'Enter' && set({ by: event.currentTarget.value })}
          />
        </label>
        <datalist id="cohort-by">
          {['agent', 'model', 'tool', 'fields.version'].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <label>
          Show{' '}
          <select value={measure?.name} onChange={(event) => set({ measure: event.target.value })}>
            {measures.map((each) => (
              <option key={each.name} value={each.name}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <CommandLine command={command('cohort', `--by=${by}`)} />
      </header>
      <p className="soft">
        Runs with the same {by}, side by side: medians and how far they spread.
      </p>
      {answer.error && <Failure error={answer.error} />}
      {cohort && cohort.groups.length === 0 && <Notice>No run names a {by}.</Notice>}
      {cohort && cohort.groups.length > 0 && measure && (
        <>
          <p role="status">
            {plural(cohort.runs, 'run')}
            {cohort.without > 0 && `, ${count(cohort.without)} without a ${by}`}
          </p>
          <Boxes groups={cohort.groups} measure={measure} />
          <Table groups={cohort.groups} />
        </>
      )}
    </div>
  );
}

function Table({ groups }: { readonly groups: readonly api.CohortGroup[] }) {
  const median = (group: api.CohortGroup, measure: Measure) => {
    const value = group[measure.name].median;
    return value === null ? '' : shown(measure, value);
  };
  return (
    <table className="cohort__table">
      <thead>
        <tr>
          <th>Group</th>
          <th>Runs</th>
          <th>Success</th>
          {measures.map((measure) => (
            <th key={measure.name}>{measure.title}</th>
          ))}
          <th>Brier</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.value}>
            <td>{group.value}</td>
            <td>{count(group.runs)}</td>
            <td>{group.success === null ? '' : `${Math.round(group.success * 100)} %`}</td>
            {measures.map((measure) => (
              <td key={measure.name}>{median(group, measure)}</td>
            ))}
            <td>{group.calibration.brier?.toFixed(3) ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
