/** What goes into a ticket, and to whom a link is of use. */

/** Names of the machine itself: nobody else can open a link to one. */
export function onlyHere(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

export type Ticket = {
  readonly session: string;
  readonly event: string | null;
  /** As the command prints it. */
  readonly told: string;
  readonly link: string;
};

/** Markdown in which recorded text stays text: it stands in a block that it cannot end. */
export function ticketOf({ session, event, told, link }: Ticket): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(told) + 1));
  const title = event === null ? 'What happened in a session' : 'Why this happened';
  const facts = [`- session: ${code(session)}`, ...(event ? [`- event: ${code(event)}`] : [])];
  return [
    `### ${title}`,
    '',
    ...facts,
    '',
    `${fence}text`,
    told.trimEnd(),
    fence,
    '',
    link,
    '',
  ].join('\n');
}

function code(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  const ticks = '`'.repeat(longestTicks(plain) + 1);
  return `${ticks} ${plain} ${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
