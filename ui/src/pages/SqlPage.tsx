import { useEffect, useState } from 'react';

import { address, ApiError, post } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { Chart } from './sql/Chart';
import { chartOf } from './sql/chart';
import { ResultTable } from './sql/ResultTable';

import './SqlPage.css';

const examples = [
  {
    name: 'Which tools are called, and fail',
    sql: 'SELECT tool, count(*) AS calls, sum(failed) AS failed FROM tool_calls GROUP BY tool ORDER BY calls DESC',
  },
  {
    name: 'Events of each day',
    sql: 'SELECT substr(time, 1, 10) AS day, count(*) AS events FROM events GROUP BY day ORDER BY day',
  },
  {
    name: 'Tokens of each model',
    sql: 'SELECT model, sum(input_tokens) AS input, sum(output_tokens) AS output FROM model_calls GROUP BY model',
  },
] as const;

type Asked =
  | { readonly state: 'idle' | 'waiting' }
  | { readonly state: 'answered'; readonly answer: api.SqlAnswer }
  | { readonly state: 'failed'; readonly error: ApiError };

/** Any question that a SELECT can ask. Nothing can be written. */
export function SqlPage() {
  const { query, set } = usePlace();
  const [turn, setTurn] = useState(0);
  const named = query.get('query');
  const asked = useAsked(named, turn);
  const text = named ?? examples[0].sql;
  const run = (sql: string) => {
    set({ query: sql, sort: null }, 'push');
    setTurn(turn + 1);
  };
  return (
    <div className="sql">
      <h1 className="sql__title">SQL</h1>
      <p className="soft">
        One SELECT over everything that was recorded: count, group and join what no other view
        shows.
      </p>
      <Editor key={text} text={text} onRun={run} />
      <p className="sql__examples">
        {examples.map(({ name, sql }) => (
          <button key={name} type="button" onClick={() => run(sql)} title={sql}>
            {name}
          </button>
        ))}
      </p>
      <CommandLine command={command('sql', text)} />
      {asked.state === 'waiting' && <p role="status">Asking…</p>}
      {asked.state === 'failed' && <Failure error={asked.error} />}
      {asked.state === 'answered' && <Answer answer={asked.answer} />}
      <Schema />
    </div>
  );
}

/** A link to a query is a link to its answer, and so is a step back to it. */
function useAsked(sql: string | null, turn: number): Asked {
  const [asked, setAsked] = useState<Asked>({ state: 'idle' });
  useEffect(() => {
    if (!sql) return setAsked({ state: 'idle' });
    let wanted = true;
    setAsked({ state: 'waiting' });
    post<api.SqlAnswer>(address(['sql']), { query: sql }).then(
      (answer) => wanted && setAsked({ state: 'answered', answer }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (wanted) setAsked({ state: 'failed', error });
      },
    );
    return () => {
      wanted = false;
    };
  }, [sql, turn]);
  return asked;
}

function Editor({ text, onRun }: { readonly text: string; readonly onRun: (sql: string) => void }) {
  const [typed, setTyped] = useState(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRun(typed);
      }}
    >
      <textarea
        className="sql__text mono"
        aria-label="A SELECT"
        rows={4}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            onRun(typed);
          }
        }}
      />
      <button type="submit">
        Run <kbd>Ctrl Enter</kbd>
      </button>
    </form>
  );
}

function Answer({ answer }: { readonly answer: api.SqlAnswer }) {
  const chart = chartOf(answer);
  return (
    <section aria-label="The answer">
      <p role="status">{plural(answer.row_count, 'row')}</p>
      {answer.stopped && <Notice tone="missing">{answer.stopped.message}</Notice>}
      {chart && <Chart chart={chart} />}
      <ResultTable answer={answer} />
    </section>
  );
}

function Schema() {
  const schema = useAnswer<api.SqlSchema>(address(['sql', 'schema']));
  return (
    <details className="sql__schema">
      <summary>Tables and columns</summary>
      {schema.data?.tables.map((table) => (
        <section key={table.name}>
          <h2 className="mono">{table.name}</h2>
          <p className="soft">{table.text}</p>
          <dl>
            {table.columns.map((column) => (
              <div key={column.name}>
                <dt className="mono">
                  {column.name} <span className="soft">{column.type}</span>
                </dt>
                <dd>{column.text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  );
}
