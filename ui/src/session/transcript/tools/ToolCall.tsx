import type * as api from '../../../api/types';
import { plural } from '../../../parts/format';
import { JsonText } from '../../../parts/JsonText';
import { brief } from '../../../parts/printable';
import { languageOf } from '../../../parts/rich/code';
import { CodeText } from '../../../parts/rich/CodeText';
import { diffOf } from '../../../parts/rich/diff';
import { DiffText } from '../../../parts/rich/DiffText';
import { textIn, valueIn } from '../../state/fields';
import { exitOf, readOutput } from './output';
import { readTool, type Todo, type ToolReading } from './reading';

import './ToolCall.css';

export type ToolCallProps = {
  readonly fields: api.JsonObject;
  /** Of the observation that ended it, where that is another event. */
  readonly result: api.JsonObject | null;
  /** Nothing ended it as far as the page sees. */
  readonly open: boolean;
};

/** What a tool was given and what it gave: a command, an edit, a file; else as it was recorded. */
export function ToolCall({ fields, result, open }: ToolCallProps) {
  const tool = textIn(fields, 'tool_name') ?? '';
  const reading = readTool(tool, valueIn(fields, 'input'));
  const error = textIn(fields, 'error') ?? (result && textIn(result, 'error'));
  const output = valueIn(fields, 'output') ?? (result ? valueIn(result, 'content') : undefined);
  const exit = exitOf(fields) ?? (result && exitOf(result));
  return (
    <>
      <Given reading={reading} />
      <Output reading={reading} output={output} error={error} exit={exit} />
      {output === undefined && !error && open && <span className="soft">no result recorded</span>}
    </>
  );
}

function Given({ reading }: { readonly reading: ToolReading }) {
  const { command, path, purpose, edits, patch, content, todos, rest } = reading;
  return (
    <>
      {purpose !== null && <span className="tool__purpose">{brief(purpose)}</span>}
      {command !== null && (
        <CodeText text={command} language="bash" lines={12} className="tool__command" />
      )}
      {path !== null && <code className="tool__path">{brief(path)}</code>}
      {edits.map((edit, at) => (
        <DiffText key={at} lines={edit} />
      ))}
      {patch?.map((file, at) => (
        <div key={at} className="tool__file">
          <code className="tool__path">
            {brief(file.path)} <span className="soft">{file.what}</span>
          </code>
          {file.lines.length > 0 && <DiffText lines={file.lines} />}
        </div>
      ))}
      {content !== null && <DiffText lines={diffOf('', content)} />}
      {todos && <Todos todos={todos} />}
      {rest !== undefined && <Rest rest={rest} />}
    </>
  );
}

const boxes = new Map([
  ['completed', '☑'],
  ['in_progress', '▶'],
  ['cancelled', '☒'],
]);

function Todos({ todos }: { readonly todos: readonly Todo[] }) {
  return (
    <ul className="tool__todos">
      {todos.map(({ text, state }, at) => (
        <li key={at} className={state === 'completed' ? 'tool__todo--done' : undefined}>
          <span aria-hidden="true">{boxes.get(state) ?? '☐'}</span>
          <span className="unseen">{brief(state)}: </span> {brief(text)}
        </li>
      ))}
    </ul>
  );
}

/** Few short arguments stand in lines; the others are looked into. */
function Rest({ rest }: { readonly rest: api.Json }) {
  if (typeof rest === 'string') return <CodeText text={rest} lines={8} />;
  if (rest === null || typeof rest !== 'object' || Array.isArray(rest)) {
    return <JsonText value={rest} />;
  }
  return (
    <div className="tool__rest">
      {Object.entries(rest).map(([name, value]) => (
        <JsonText key={name} name={name} value={value as api.Json} open={false} />
      ))}
    </div>
  );
}

type OutputProps = {
  readonly reading: ToolReading;
  readonly output: api.Json | undefined;
  readonly error: string | null;
  readonly exit: number | null;
};

/** More lines of an output are folded than of the command. */
const lines_first = 10;

function Output({ reading, output, error, exit }: OutputProps) {
  const { text, pictures, value } = readOutput(output);
  // A tool that changed a file mostly says only that it did.
  const quiet = reading.edits.length > 0 || reading.content !== null || reading.patch !== null;
  const language = reading.reads && reading.path !== null ? languageOf(reading.path) : '';
  return (
    <>
      {exit !== null && exit !== 0 && <span className="tool__exit">exit {exit}</span>}
      {error !== null && error !== '' && (
        <CodeText text={error} lines={lines_first} className="tool__error" />
      )}
      {text === '' && <span className="soft">no output</span>}
      {text !== null &&
        text !== '' &&
        (quiet && text.length < 4000 ? (
          <details className="tool__said">
            <summary>answered {plural(text.split('\n').length, 'line')}</summary>
            <CodeText text={text} />
          </details>
        ) : (
          <CodeText text={text} language={language} lines={lines_first} className="tool__output" />
        ))}
      {pictures.map((picture, at) => (
        <img key={at} className="tool__picture" src={picture} alt="picture of the output" />
      ))}
      {value !== undefined && <JsonText name="output" value={value} open={isSmall(value)} />}
    </>
  );
}

const small_max = 6;

function isSmall(value: api.Json): boolean {
  if (value === null || typeof value !== 'object') return true;
  const members = Object.values(value);
  return (
    members.length <= small_max &&
    members.every((each) => each === null || typeof each !== 'object')
  );
}
