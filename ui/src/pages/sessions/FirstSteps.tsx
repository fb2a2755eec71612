import { CommandLine } from '../../parts/CommandLine';

import './FirstSteps.css';

type Step = {
  readonly title: string;
  readonly text: string;
  readonly commands: readonly string[];
};

const steps: readonly Step[] = [
  {
    title: 'Record my transcripts',
    text: 'Reads what Claude Code and Codex have written on this machine, and goes on as they write.',
    commands: [
      `hence --store ${location.origin} record --follow ~/.claude/projects`,
      `hence --store ${location.origin} record ~/.codex/sessions`,
    ],
  },
  {
    title: 'Point OpenTelemetry here',
    text: 'An instrumented agent sends what it does to this server. Set this before it starts:',
    commands: [`export OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}`],
  },
  {
    title: 'Open the examples',
    text: 'Short recorded stories in a store of their own: an incident, a trade, a review.',
    commands: ['hence demo'],
  },
];

/** What to do with a store that has nothing yet. */
export function FirstSteps() {
  return (
    <section className="first-steps" aria-label="How to record the first events">
      <h2>Nothing is recorded yet</h2>
      <p>Three ways to begin. Copy a line into a terminal:</p>
      <ol>
        {steps.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
            {step.commands.map((line) => (
              <CommandLine key={line} command={line} />
            ))}
          </li>
        ))}
      </ol>
      <p className="soft">What arrives appears here by itself.</p>
    </section>
  );
}
