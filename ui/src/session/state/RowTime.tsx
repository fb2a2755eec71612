import { timeOfDay } from '../../parts/format';
import { useSession } from './session';

export type RowTimeProps = {
  readonly row: { readonly time: string; readonly time_derived?: boolean };
};

/** When it happened. A time that only says the place in the order is none, and is not shown as one. */
export function RowTime({ row }: RowTimeProps) {
  if (row.time_derived) {
    return (
      <span className="soft" title="no time was recorded: only the order is known">
        no time
      </span>
    );
  }
  return (
    <time dateTime={row.time} title={row.time}>
      {timeOfDay(row.time)}
    </time>
  );
}

/** The time of a step, in an answer that does not say whether it was recorded: not in a session without any. */
export function StepTime({ time }: { readonly time: string }) {
  const { head } = useSession();
  const untimed = head !== null && head.events > 0 && head.first === null;
  return <RowTime row={{ time, time_derived: untimed }} />;
}
