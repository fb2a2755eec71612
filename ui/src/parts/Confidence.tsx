import './Confidence.css';

export type ConfidenceProps = { readonly value: number };

/** How sure somebody said to be, from 0 to 1: a small bar and its number. */
export function Confidence({ value }: ConfidenceProps) {
  return (
    <span className="confidence" title="confidence, as it was recorded">
      <span className="confidence__bar" aria-hidden="true">
        <span
          className="confidence__level"
          style={{ display: 'block', width: `${Math.max(0, Math.min(1, value)) * 100}%` }}
        />
      </span>
      <span className="unseen">confidence </span>
      {Number(value.toFixed(3))}
    </span>
  );
}
