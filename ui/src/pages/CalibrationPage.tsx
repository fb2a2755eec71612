import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { usePlace } from '../ground/place';
import { ChosenField } from '../parts/ChosenField';
import { CommandLine } from '../parts/CommandLine';
import { command, count, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { BinDecisions } from './calibration/BinDecisions';
import { BinTable } from './calibration/BinTable';
import { Diagram } from './calibration/Diagram';

import './CalibrationPage.css';

/** Is its confidence worth anything? */
export function CalibrationPage() {
  const { query, set } = usePlace();
  const [decision_type, agent] = [query.get('decision_type'), query.get('agent')];
  const bins = query.get('bins');
  const answer = useAnswer<api.Calibration>(
    address(['calibration'], { decision_type, agent, bins }),
  );
  const calibration = answer.data;
  const lo = query.get('bin');
  const bin =
    lo === null ? null : (calibration?.bins.find((each) => each.lo === Number(lo)) ?? null);
  const choose = (of: number) => set({ bin: String(of) }, 'push');
  return (
    <div className="calibration">
      <header className="page-head">
        <h1>Calibration</h1>
        <Controls />
        <CommandLine
          command={command(
            'calibration',
            decision_type && `--decision-type=${decision_type}`,
            agent && `--agent=${agent}`,
            bins && `--bins=${bins}`,
          )}
        />
      </header>
      {answer.error && <Failure error={answer.error} />}
      {answer.waiting && !calibration && <p role="status">Reading every decision…</p>}
      {calibration && <Figures calibration={calibration} />}
      {calibration && calibration.n > 0 && (
        <div className="calibration__pictures">
          <Diagram bins={calibration.bins} chosen={bin?.lo ?? null} onChoose={choose} />
          <BinTable bins={calibration.bins} chosen={bin?.lo ?? null} onChoose={choose} />
        </div>
      )}
      {bin && <BinDecisions bin={bin} agent={agent} decisionType={decision_type} />}
    </div>
  );
}

function Figures({ calibration }: { readonly calibration: api.Calibration }) {
  const { n, without_outcome, brier, ece, constant_confidence } = calibration;
  return (
    <>
      {n > 0 && (
        <p className="soft">
          Each bar compares how sure the agents said they were with how often they were right. On
          the diagonal both are the same. A Brier score of 0 is perfect, 0.25 is guessing.
        </p>
      )}
      <p>
        {plural(n, 'decision')}, {count(without_outcome)} more without outcome
        {brier !== null && ` · Brier ${brier.toFixed(4)}`}
        {ece !== null && ` · ECE ${ece.toFixed(4)}`}
      </p>
      {n === 0 && (
        <Notice>
          No decision has both a confidence and an outcome that says whether it was correct. Record
          one: <code>{command('outcome', 'EVENT', '--correct')}</code>
        </Notice>
      )}
      {constant_confidence === true && (
        <Notice tone="missing">
          Every decision was made with the same confidence: it says nothing about the single one.
        </Notice>
      )}
    </>
  );
}

function Controls() {
  const { query, set } = usePlace();
  const agents = useAnswer<api.AgentPage>(address(['agents'], { limit: 500 }));
  return (
    <>
      <label>
        Agent{' '}
        <select
          value={query.get('agent') ?? ''}
          onChange={(event) => set({ agent: event.target.value, bin: null }, 'push')}
        >
          <option value="">all</option>
          {agents.data?.agents.map((row) => (
            <option key={row.id} value={row.id}>
              {row.id}
            </option>
          ))}
        </select>
      </label>
      <ChosenField
        label="Decision type"
        value={query.get('decision_type') ?? ''}
        hint="all"
        onChoose={(value) => set({ decision_type: value, bin: null }, 'push')}
      />
      <label>
        Bins{' '}
        <select
          value={query.get('bins') ?? '10'}
          onChange={(event) => set({ bins: event.target.value, bin: null }, 'push')}
        >
          {['5', '10', '20', '50'].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </>
  );
}
