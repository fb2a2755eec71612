import { kindColour } from '../../parts/Kind';
import type { Mark } from './model';

export type MarkShapeProps = { readonly mark: Mark; readonly y: number };

/** An event in its lane. Its kind is told by its shape as well as by its colour. */
export function MarkShape({ mark, y }: MarkShapeProps) {
  const { x, length, event } = mark;
  const fill = kindColour(event.kind);
  switch (event.kind) {
    case 'decision':
      return <path d={`M${x} ${y - 8}l8 8l-8 8l-8 -8z`} fill={fill} />;
    case 'message':
    case 'delegation':
      return <circle cx={x} cy={y} r={5} fill={fill} />;
    case 'error':
      return <Letter x={x} y={y} fill={fill} letter="✕" />;
    case 'outcome':
      return <Letter x={x} y={y} {...verdictOf(mark)} />;
    default:
      return (
        <>
          {length > 0 && (
            <rect x={x} y={y - 4} width={length} height={8} rx={2} fill={fill} opacity={0.45} />
          )}
          <rect x={x - 4} y={y - 5} width={8} height={10} rx={2} fill={fill} />
        </>
      );
  }
}

type LetterProps = {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly letter: string;
};

function Letter({ x, y, fill, letter }: LetterProps) {
  return (
    <>
      <circle cx={x} cy={y} r={8} fill={fill} />
      <text x={x} y={y + 4} className="picture__letter">
        {letter}
      </text>
    </>
  );
}

function verdictOf({ event }: Mark): { readonly fill: string; readonly letter: string } {
  const correct = event.fields?.['correct'];
  if (correct === true) return { fill: 'var(--ok)', letter: '✓' };
  if (correct === false) return { fill: 'var(--error)', letter: '✕' };
  return { fill: 'var(--other)', letter: '?' };
}
