import { Copy } from './Copy';

import './CommandLine.css';

export type CommandLineProps = {
  readonly command: string;
  /** Where there is no room for it: a button that copies it, and says it to whom it is read. */
  readonly quiet?: boolean;
};

/** The command that gives the same answer. */
export function CommandLine({ command, quiet = false }: CommandLineProps) {
  return (
    <div className="command-line" title={command}>
      <code className={quiet ? 'unseen' : 'cut'} aria-label="The same as a command">
        {command}
      </code>
      <Copy label={quiet ? 'Copy command' : 'Copy'} text={() => command} />
    </div>
  );
}
