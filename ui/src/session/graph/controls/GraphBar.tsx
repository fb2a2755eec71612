import type * as api from '../../../api/types';
import { count, plural } from '../../../parts/format';
import {
  clusterings,
  fans,
  layouts,
  limits,
  type Clustering,
  type GraphOptions,
  type LayoutName,
} from '../scene/options';

import './GraphBar.css';

export type GraphBarProps = {
  readonly options: GraphOptions;
  /** What is drawn, to say how much of the graph it is. */
  readonly map: api.SessionMap | null;
  readonly onChange: (change: Partial<GraphOptions>) => void;
  readonly onFit: () => void;
  readonly onZoom: (by: number) => void;
  readonly onExport: (format: 'svg' | 'png') => void;
  readonly legend: boolean;
  readonly onLegend: () => void;
};

const words: { readonly [cluster in Clustering]: string } = {
  run: 'by run',
  agent: 'by agent',
  subagent: 'by sub-agent',
};

const signs: { readonly [layout in LayoutName]: string } = {
  horizontal: '→',
  vertical: '↓',
  clustered: '▣',
};

/** How the graph is drawn, and what can be done with it. */
export function GraphBar(props: GraphBarProps) {
  const { options, onChange } = props;
  return (
    <div className="graph-bar" role="toolbar" aria-label="Graph">
      <LayoutChoice options={options} onChange={onChange} />
      <div className="graph-bar__set" role="group" aria-label="One thought for each">
        {(['turn', 'run'] as const).map((by) => (
          <button
            key={by}
            type="button"
            aria-pressed={options.by === by}
            onClick={() => onChange({ by, open: [], closed: [] })}
          >
            {by}s
          </button>
        ))}
      </div>
      <Choice
        label="fan"
        title="More calls of a thought than this are one stack"
        value={options.fan}
        values={fans}
        onChange={(fan) => onChange({ fan })}
      />
      <Choice
        label="nodes"
        title="About how many nodes are shown; the others are in stacks"
        value={options.limit}
        values={limits}
        onChange={(limit) => onChange({ limit })}
      />
      <span className="graph-bar__shown soft">
        {props.map && `${count(props.map.shown)} of ${plural(props.map.nodes_total, 'node')}`}
      </span>
      <button
        type="button"
        aria-pressed={options.follow}
        title="Go along with the playhead"
        onClick={() => onChange({ follow: !options.follow })}
      >
        follow
      </button>
      <button type="button" aria-pressed={props.legend} onClick={props.onLegend}>
        legend
      </button>
      <Zoom onZoom={props.onZoom} onFit={props.onFit} />
      <div className="graph-bar__set" role="group" aria-label="Export">
        <button type="button" title="Save as SVG" onClick={() => props.onExport('svg')}>
          SVG
        </button>
        <button type="button" title="Save as PNG" onClick={() => props.onExport('png')}>
          PNG
        </button>
      </div>
    </div>
  );
}

/** The layout; with clusters, what they are made by. */
function LayoutChoice({ options, onChange }: Pick<GraphBarProps, 'options' | 'onChange'>) {
  return (
    <div className="graph-bar__set" role="group" aria-label="Layout">
      {layouts.map((layout) => (
        <button
          key={layout}
          type="button"
          aria-pressed={options.layout === layout}
          onClick={() => onChange({ layout })}
        >
          <span aria-hidden="true">{signs[layout]}</span> {layout}
        </button>
      ))}
      {options.layout === 'clustered' && (
        <select
          aria-label="Clusters"
          value={options.cluster}
          onChange={({ target }) => onChange({ cluster: target.value as Clustering })}
        >
          {clusterings.map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Zoom({ onZoom, onFit }: Pick<GraphBarProps, 'onZoom' | 'onFit'>) {
  return (
    <div className="graph-bar__set" role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" onClick={() => onZoom(1 / 1.4)}>
        −
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => onZoom(1.4)}>
        +
      </button>
      <button type="button" onClick={onFit}>
        fit
      </button>
    </div>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly title: string;
  readonly value: number;
  readonly values: readonly number[];
  readonly onChange: (value: number) => void;
};

/** A number out of a few; one from the address that is none of them is listed, too. */
function Choice({ label, title, value, values, onChange }: ChoiceProps) {
  const all = values.includes(value) ? values : [...values, value].sort((a, b) => a - b);
  return (
    <label className="graph-bar__choice" title={title}>
      {label}
      <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {all.map((each) => (
          <option key={each} value={each}>
            {count(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
