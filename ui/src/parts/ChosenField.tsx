import { useEffect, useId, useState } from 'react';

export type ChosenFieldProps = {
  readonly label: string;
  /** As it stands in the address. */
  readonly value: string;
  readonly hint?: string;
  readonly suggested?: readonly string[];
  readonly onChoose: (value: string) => void;
};

/**
 * A field of the address. What is typed is taken with Enter or when one leaves the field; what the
 * address says by other means, a link or the back button, stands in the field at once.
 */
export function ChosenField({ label, value, hint, suggested, onChoose }: ChosenFieldProps) {
  const list = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const take = () => {
    if (typed.trim() !== value) onChoose(typed.trim());
  };
  return (
    <label>
      {label}{' '}
      <input
        value={typed}
        placeholder={hint}
        size={16}
        spellCheck={false}
        autoComplete="off"
        list={suggested && list}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      {suggested && (
        <datalist id={list}>
          {suggested.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </label>
  );
}
