import { useKeys } from '../ground/keys';
import { usePlace } from '../ground/place';
import { Tabs } from '../parts/Tabs';
import { PanelEdge, usePanelWidth } from './PanelEdge';
import { KnewPanel } from './playback/KnewPanel';
import { panels, useSession, type Panel } from './state/session';
import { EventPanel } from './why/EventPanel';
import { FilesPanel } from './why/FilesPanel';
import { SelectedHead } from './why/SelectedHead';
import { SessionPanel } from './why/SessionPanel';
import { useChainKeys, WhyPanel } from './why/WhyPanel';

import './SidePanel.css';

const titles: { readonly [panel in Panel]: string } = {
  ...{ why: 'Why', event: 'Event', knew: 'Knew', files: 'Files' },
};

/** Beside the views: why the selected event happened, the event itself, what the agent knew, the files. */
export function SidePanel() {
  const { event } = useSession();
  const { query, set } = usePlace();
  const [width, setWidth] = usePanelWidth();
  const named = query.get('panel');
  const shut = named === 'none';
  const panel = panels.find((each) => each === named) ?? 'why';
  const show = (next: Panel) => set({ panel: next === 'why' ? null : next });
  useChainKeys();
  useKeys('Panel', [
    {
      keys: ['w'],
      label: 'Show why, or hide the panel',
      run: () => set({ panel: shut || panel !== 'why' ? null : 'none' }),
    },
    { keys: ['e'], label: 'Show the event', run: () => set({ panel: 'event' }) },
  ]);
  if (shut) {
    return (
      <aside className="side-panel side-panel--shut" aria-label="Panel">
        <button type="button" onClick={() => set({ panel: null })}>
          Why
        </button>
      </aside>
    );
  }
  return (
    <aside
      className="side-panel"
      aria-label="Panel"
      style={{ ['--panel-width' as string]: `${width}px` }}
    >
      <PanelEdge width={width} onWidth={setWidth} />
      <div className="side-panel__tabs">
        <Tabs
          label="Panel"
          names={panels}
          chosen={panel}
          titleOf={(each) => titles[each]}
          onChoose={show}
        />
        <button
          type="button"
          className="side-panel__shut"
          aria-label="Hide the panel"
          onClick={() => set({ panel: 'none' })}
        >
          ×
        </button>
      </div>
      <div>
        <h2 className="unseen">{titles[panel]}</h2>
        {event && <SelectedHead event={event} />}
      </div>
      <div className="side-panel__body" role="tabpanel" aria-label={titles[panel]} tabIndex={0}>
        <Body panel={panel} />
      </div>
    </aside>
  );
}

function Body({ panel }: { readonly panel: Panel }) {
  const { event } = useSession();
  if (panel === 'files') return <FilesPanel />;
  if (panel === 'knew') return <KnewPanel event={event} />;
  if (event === null) return <SessionPanel />;
  return panel === 'why' ? <WhyPanel event={event} /> : <EventPanel event={event} />;
}
