import { Fragment, useMemo, useState, type ReactNode } from 'react';

import { bytes } from '../format';
import { redactedMarks } from '../Redacted';
import { CodeText } from './CodeText';
import type { Inline } from './inline';
import { blocksOf, type Block, type ListItem } from './markdown';

import './Markdown.css';

/** More of a text is read only when somebody asks for it. */
const shown_max = 12_000;

export type MarkdownProps = { readonly text: string };

/**
 * Recorded text as Markdown, built of elements: no HTML of the text is ever one. Pictures of the
 * text are named and not loaded, and only links to the web are links.
 */
export function Markdown({ text }: MarkdownProps) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > shown_max;
  const blocks = useMemo(() => blocksOf(cut ? text.slice(0, shown_max) : text), [text, cut]);
  return (
    <div className="markdown">
      <Blocks blocks={blocks} />
      {cut && (
        <button
          type="button"
          onClick={(event) => {
            event.stopPropagation();
            setWhole(true);
          }}
        >
          Show all {bytes(text.length)}
        </button>
      )}
    </div>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, at) => <Fragment key={at}>{blockOf(block)}</Fragment>);
}

function blockOf(block: Block): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{spans(block.inlines)}</p>;
    case 'heading':
      // No heading of the page: the outline of the page is not the text's.
      return (
        <p className={`markdown__heading markdown__heading--${Math.min(block.level, 4)}`}>
          {spans(block.inlines)}
        </p>
      );
    case 'code':
      return <CodeText text={block.text} language={block.language} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return block.first === null ? (
        <ul>{itemsOf(block.items)}</ul>
      ) : (
        <ol start={block.first}>{itemsOf(block.items)}</ol>
      );
    case 'table':
      return <Table rows={block.rows} />;
    case 'rule':
      return <hr />;
  }
}

function itemsOf(items: readonly ListItem[]): ReactNode {
  return items.map(({ done, blocks }, at) => (
    <li key={at} className={done === null ? undefined : 'markdown__task'}>
      {done !== null && <span className="markdown__box">{done ? '☑' : '☐'}</span>}
      <Blocks blocks={blocks} />
    </li>
  ));
}

type TableProps = { readonly rows: readonly (readonly (readonly Inline[])[])[] };

function Table({ rows: [head = [], ...rows] }: TableProps) {
  return (
    <table className="markdown__table">
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at}>{spans(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {head.map((_, column) => (
              <td key={column}>{spans(row[column] ?? [])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function spans(inlines: readonly Inline[]): ReactNode {
  return inlines.map((inline, at) => <Fragment key={at}>{spanOf(inline)}</Fragment>);
}

function spanOf(inline: Inline): ReactNode {
  switch (inline.type) {
    case 'text':
      return redactedMarks(inline.text);
    case 'code':
      return <code className="markdown__code">{redactedMarks(inline.text)}</code>;
    case 'strong':
      return <strong>{spans(inline.inlines)}</strong>;
    case 'em':
      return <em>{spans(inline.inlines)}</em>;
    case 'strike':
      return <s>{spans(inline.inlines)}</s>;
    case 'link':
      return <Link to={inline.to}>{spans(inline.inlines)}</Link>;
    case 'image':
      return (
        <span className="markdown__image" title={inline.to}>
          picture, not loaded: {inline.text || inline.to}
        </span>
      );
  }
}

/** Where a link of the text leads to, or null where it must not lead anywhere. */
export function webAddress(to: string): string | null {
  try {
    const address = new URL(to);
    return address.protocol === 'https:' || address.protocol === 'http:' ? address.href : null;
  } catch {
    return null;
  }
}

function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const address = webAddress(to);
  if (address === null) {
    return (
      <>
        {children} <span className="soft">({to})</span>
      </>
    );
  }
  return (
    <a
      href={address}
      title={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  );
}
