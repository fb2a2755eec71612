import { useKeyGroups, useKeys } from '../ground/keys';
import { Dialog } from '../parts/Dialog';

import './Help.css';

export type HelpProps = { readonly onClose: () => void };

/** Every key that works on this page. */
export function Help({ onClose }: HelpProps) {
  const groups = useKeyGroups();
  useKeys('Keys', [{ keys: ['?', 'Escape'], label: 'Close this list', run: onClose, over: true }]);
  return (
    <Dialog title="Keys" onClose={onClose}>
      <header className="help__head">
        <h2>Keys</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className="help">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <table>
              <tbody>
                {group.commands.map((command) => (
                  <tr key={command.label}>
                    <td>{command.label}</td>
                    <td>
                      {command.keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
