import type { ReactNode } from 'react';

import { ApiError } from '../api/client';
import { keepToken } from '../api/token';

import './Notice.css';

export type NoticeProps = {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'missing' | 'error';
};

/** A line that says something about the answer itself. */
export function Notice({ children, tone = 'plain' }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={tone === 'error' ? 'alert' : 'note'}>
      {children}
    </div>
  );
}

export type FailureProps = { readonly error: ApiError };

/** What went wrong, and what to do about it. */
export function Failure({ error }: FailureProps) {
  if (error.status === 401 || error.status === 403) return <AskForToken error={error} />;
  return (
    <Notice tone="error">
      {error.message}
      {error.hint && <div className="soft">{error.hint}</div>}
    </Notice>
  );
}

function AskForToken({ error }: FailureProps) {
  const take = (form: FormData) => {
    keepToken(String(form.get('token') ?? ''));
    location.reload();
  };
  return (
    <Notice tone="error">
      <form action={take} className="notice__token">
        <label>
          {error.message}. Token: <input name="token" type="password" autoComplete="off" required />
        </label>
        <button type="submit">Use it</button>
      </form>
    </Notice>
  );
}

export type MissingProps = { readonly children: ReactNode };

/** Something that should be there and was never recorded. */
export function Missing({ children }: MissingProps) {
  return <span className="missing">{children}</span>;
}
