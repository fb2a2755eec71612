import { Copy } from './Copy';

import './CommandLine.css';

export type CommandLineProps = { readonly command: string };

/** The command that gives the same answer. */
export function CommandLine({ command }: CommandLineProps) {
  return (
    <div className="command-line">
      <code className="cut" title={command} aria-label="The same as a command">
        {command}
      </code>
      <Copy label="Copy" text={() => command} />
    </div>
  );
}
