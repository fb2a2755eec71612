import { recorded } from '../api/recorded';
import { hashOf, usePlace } from '../ground/place';
import { setTheme, useTheme } from '../ground/theme';
import { routes } from './routes';

import './Bar.css';

export type BarProps = { readonly onPalette: () => void; readonly onHelp: () => void };

/** Where one can go. */
export function Bar({ onPalette, onHelp }: BarProps) {
  const { path } = usePlace();
  const theme = useTheme();
  return (
    <header className="bar">
      <a className="bar__name" href="#/">
        Hence
      </a>
      <nav aria-label="Pages" className="bar__pages">
        {!recorded &&
          routes
            .filter((route) => route.title)
            .map((route) => (
              <a
                key={route.name}
                href={hashOf([route.name])}
                title={route.purpose}
                aria-current={(path[0] ?? 'sessions') === route.name ? 'page' : undefined}
              >
                {route.title}
              </a>
            ))}
      </nav>
      <button type="button" onClick={onPalette} aria-keyshortcuts="Control+K">
        Go to… <kbd>Ctrl K</kbd>
      </button>
      <button type="button" onClick={onHelp} aria-label="Keys">
        ?
      </button>
      <button type="button" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? 'Light' : 'Dark'}
      </button>
    </header>
  );
}
