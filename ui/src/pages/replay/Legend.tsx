import './Legend.css';

const signs: readonly (readonly [sign: string, meaning: string, token: string])[] = [
  ['◆', 'decision, with its why', 'decision'],
  ['●→', 'message to who gets it', 'message'],
  ['●⇢', 'delegation', 'message'],
  ['▬', 'call, as long as it took', 'tool'],
  ['✓ ✕ ?', 'outcome: correct, incorrect, unknown', 'ok'],
  ['!', 'obstacle', 'error'],
  ['?', 'something is missing', 'missing'],
];

/** What the signs of the picture mean. */
export function Legend() {
  return (
    <dl className="replay-legend" aria-label="Legend">
      {signs.map(([sign, meaning, token]) => (
        <div key={sign}>
          <dt style={{ color: `var(--${token})` }}>{sign}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
