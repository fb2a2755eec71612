import { useState } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { CommandLine } from '../../parts/CommandLine';
import { command, count, plural, timeOfDay } from '../../parts/format';
import { Failure } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { DiffText } from '../../parts/rich/DiffText';
import { useSession } from '../state/session';
import { changedFiles, deedsOf, diffLines, folderOf, shownPath } from './files';

import './rows.css';
import './FilesPanel.css';

/** Reading every call of a long session takes a while: there somebody has to ask for it. */
const by_itself_max = 100_000;

/** Which files the session read, wrote, edited and deleted, each with its calls and last change. */
export function FilesPanel() {
  const { session, head, version } = useSession();
  const [asked, setAsked] = useState(false);
  const wanted = asked || (head !== null && head.events <= by_itself_max);
  const { data, error } = useAnswer<api.Files>(
    wanted ? address(['sessions', session, 'files']) : null,
    version,
  );
  if (error) return <Failure error={error} />;
  if (!wanted) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        Look through {plural(head?.events ?? 0, 'event')}
      </button>
    );
  }
  if (!data) return <p className="soft">reading…</p>;
  const { changed, others } = changedFiles(data.files);
  const folder = folderOf(data.files);
  return (
    <div className="files-panel">
      <CommandLine command={command('files', session)} />
      {data.files.length === 0 && <p className="soft">No call of a tool names a file.</p>}
      {folder !== '' && (
        <p className="soft files-panel__folder">
          below <span className="files-panel__path">{brief(folder)}</span>
        </p>
      )}
      <List title={`Changed: ${count(changed.length)}`} files={changed} folder={folder} />
      <List title={`Not changed: ${count(others.length)}`} files={others} folder={folder} />
      {data.shell_calls > 0 && (
        <p className="soft">
          {plural(data.shell_calls, 'shell command')} ran. A file that only a command names is
          marked <i>assumed</i>; a file that no word names is not listed.
        </p>
      )}
    </div>
  );
}

type ListProps = {
  readonly title: string;
  readonly files: readonly api.TouchedFile[];
  readonly folder: string;
};

const shown_first = 100;

function List({ title, files, folder }: ListProps) {
  const [shown, setShown] = useState(shown_first);
  if (files.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="files-panel__list">
        {files.slice(0, shown).map((file) => (
          <li key={file.path}>
            <File file={file} folder={folder} />
          </li>
        ))}
      </ul>
      {files.length > shown && (
        <button type="button" onClick={() => setShown(shown + 1000)}>
          {count(files.length - shown)} more
        </button>
      )}
    </>
  );
}

type FileProps = { readonly file: api.TouchedFile; readonly folder: string };

function File({ file, folder }: FileProps) {
  const [open, setOpen] = useState(false);
  const { last_change } = file;
  const { before, name } = shownPath(file.path, folder);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary title={brief(file.path, 2000)}>
        <span className="files-panel__path">
          <span className="soft">{brief(before)}</span>
          <b>{brief(name)}</b>
        </span>
        {file.provenance === 'assumed' && <span className="files-panel__assumed">assumed</span>}
        <span className="files-panel__deeds soft">{deedsOf(file)}</span>
        {file.failed > 0 && (
          <span className="files-panel__failed">✕ {count(file.failed)} failed</span>
        )}
      </summary>
      {open && (
        <>
          <Touches touches={file.touches} />
          {last_change && last_change.diff !== '' && (
            <>
              <p className="soft">the last change:</p>
              <DiffText lines={diffLines(last_change.diff)} />
              {last_change.cut > 0 && (
                <p className="soft">{plural(last_change.cut, 'more line')}</p>
              )}
            </>
          )}
        </>
      )}
    </details>
  );
}

const touches_first = 50;

function Touches({ touches }: { readonly touches: readonly api.FileTouch[] }) {
  const { select, event } = useSession();
  const [all, setAll] = useState(false);
  const shown = all ? touches : touches.slice(0, touches_first);
  return (
    <>
      <ul className="files-panel__touches">
        {shown.map((touch, at) => (
          <li key={at}>
            <button
              type="button"
              aria-current={touch.event === event || undefined}
              onClick={() => select(touch.event)}
            >
              <span>
                {touch.deed} by {brief(touch.tool ?? 'a tool without a name')}
                {touch.moved !== null &&
                  `, moved ${touch.deed === 'deleted' ? 'to' : 'from'} ${brief(touch.moved)}`}
              </span>
              {touch.provenance === 'assumed' && (
                <span className="files-panel__assumed">assumed</span>
              )}
              {touch.status === 'error' && <span className="files-panel__failed">✕ failed</span>}
              {touch.time === null ? (
                <span className="soft">no time</span>
              ) : (
                <time dateTime={touch.time} title={touch.time}>
                  {timeOfDay(touch.time)}
                </time>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < touches.length && (
        <button type="button" onClick={() => setAll(true)}>
          {count(touches.length - shown.length)} more
        </button>
      )}
    </>
  );
}
