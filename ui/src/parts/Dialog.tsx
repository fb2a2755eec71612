import { useEffect, useRef, type ReactNode } from 'react';

import './Dialog.css';

export type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Opens over the page; Escape and a click beside it close it, and the focus goes back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal?.();
    return () => {
      element?.close?.();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={title}
      // Told late: where effects run twice it is open again by then.
      onClose={() => !dialog.current?.open && onClose()}
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog__inside">{children}</div>
    </dialog>
  );
}
