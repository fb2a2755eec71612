import { useEffect, useState } from 'react';

export type CopyProps = {
  readonly label: string;
  /** What is copied, made only when asked for. */
  readonly text: () => string | Promise<string>;
};

/** A button that copies, and says that it did. */
export function Copy({ label, text }: CopyProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), 1500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await copyText(await text());
      setSaid('copied');
    } catch (error) {
      setSaid(`not copied: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {label}
      <span role="status">{said && ` · ${said}`}</span>
    </button>
  );
}

/** The clipboard of browsers needs a secure page; a server on another machine is none. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('the browser does not allow it');
}
