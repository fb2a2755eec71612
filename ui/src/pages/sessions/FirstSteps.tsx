import { CommandLine } from '../../parts/CommandLine';

import './FirstSteps.css';

const steps: readonly { readonly title: string; readonly command: string }[] = [
  { title: 'See it with recorded examples', command: 'hence demo' },
  {
    title: 'Record a file: NDJSON, OpenTelemetry, or the transcript of an agent',
    command: 'hence record FILE',
  },
  {
    title: 'Let an instrumented agent send what it does',
    command: `export OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}`,
  },
];

/** What to do with a store that has nothing yet. */
export function FirstSteps() {
  return (
    <section className="first-steps" aria-label="How to record the first events">
      <h1>Nothing is recorded yet</h1>
      <ol>
        {steps.map((step) => (
          <li key={step.command}>
            <p>{step.title}</p>
            <CommandLine command={step.command} />
          </li>
        ))}
      </ol>
      <p className="soft">What arrives appears here by itself.</p>
    </section>
  );
}
