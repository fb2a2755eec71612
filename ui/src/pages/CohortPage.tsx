import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { usePlace } from '../ground/place';
import { ChosenField } from '../parts/ChosenField';
import { CommandLine } from '../parts/CommandLine';
import { command, count, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { brief } from '../parts/printable';
import { SortableTable, type SortableColumn } from '../parts/SortableTable';
import { Boxes } from './cohort/Boxes';
import { measures, shown } from './cohort/measures';

import './CohortPage.css';

const groupings = ['agent', 'model', 'tool', 'fields.version'];

/** Runs side by side, by agent, model, tool or any field. */
export function CohortPage() {
  const { query, set } = usePlace();
  const by = query.get('by') ?? 'agent';
  const measure = measures.find((each) => each.name === query.get('measure')) ?? measures[0];
  const answer = useAnswer<api.Cohort>(address(['cohort'], { by }));
  const cohort = answer.data;
  return (
    <div className="cohort" aria-busy={answer.waiting}>
      <header className="page-head">
        <h1>Cohorts</h1>
        <ChosenField
          label="By"
          value={by}
          suggested={groupings}
          onChoose={(value) => set({ by: value }, 'push')}
        />
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
      {answer.waiting && !cohort && <p role="status">Reading every run…</p>}
      {cohort && cohort.groups.length === 0 && <Notice>No run names a {by}.</Notice>}
      {cohort && cohort.groups.length > 0 && measure && (
        <>
          <p role="status">
            {plural(cohort.runs, 'run')}
            {cohort.without > 0 &&
              `, ${count(cohort.without)} without ${/^[aeiou]/i.test(by) ? 'an' : 'a'} ${by}`}
          </p>
          {/* What scrolls can be reached by keys. */}
          <div className="cohort__plot" tabIndex={0} role="region" aria-label="The groups, drawn">
            <Boxes groups={cohort.groups} measure={measure} />
          </div>
          <Table groups={cohort.groups} />
        </>
      )}
    </div>
  );
}

type Group = api.CohortGroup;

function Table({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <SortableTable
      label="Groups"
      name="sort"
      columns={columns}
      rows={groups}
      keyOf={(group) => group.value}
    />
  );
}

const columns: readonly SortableColumn<Group>[] = [
  {
    name: 'group',
    title: 'Group',
    value: (group) => group.value,
    cell: (group) => brief(group.value),
  },
  {
    name: 'runs',
    title: 'Runs',
    value: (group) => group.runs,
    cell: (group) => count(group.runs),
    number: true,
  },
  {
    name: 'success',
    title: 'Success',
    value: (group) => group.success,
    cell: ({ success }) => (success === null ? '' : `${Math.round(success * 100)} %`),
    number: true,
  },
  ...measures.map((measure) => ({
    name: measure.name,
    title: measure.title,
    value: (group: Group) => group[measure.name].median,
    cell: (group: Group) => {
      const value = group[measure.name].median;
      return value === null ? '' : shown(measure, value);
    },
    number: true,
  })),
  {
    name: 'brier',
    title: 'Brier',
    value: (group) => group.calibration.brier,
    cell: (group) => group.calibration.brier?.toFixed(3) ?? '',
    number: true,
  },
];
