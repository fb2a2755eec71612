// <HenceSession src="…"/>: a session, with its graph and its transcript, inside another page.
//
// `src` is a file that `hence export html` wrote; `server` is a server whose page may be embedded
// (`hence serve --embed-in ORIGIN`). Both are shown in a frame, so that neither page can touch the
// other. A file has no origin there: it reads no cookie and no storage, opens no window and moves
// nobody elsewhere, also if its content were hostile. The page of a server has its own origin, because
// it asks that server; it must be another origin than the one of the page around it.
import { createElement, type CSSProperties, type ReactElement } from 'react';

export interface HenceSessionProps {
  /** A file that `hence export html` wrote. */
  src?: string;
  /** Instead of a file, a server: `http://127.0.0.1:4318`. */
  server?: string;
  /** Which session a server shows. A file shows its own. */
  session?: string;
  /** What a server's page shows at first: `graph`, `tree`, `timeline` or `transcript`. */
  view?: string;
  /** The event that a server's page has selected at first. */
  event?: string;
  /** What the frame is called for people who cannot see it. */
  title?: string;
  height?: number | string;
  className?: string;
  style?: CSSProperties;
}

/** What the frame is given: an address and what it may do, or what is wrong. */
export type Framed = { address: string; sandbox: string } | { wrong: string };

const fileMay = 'allow-scripts';
const serverMay = 'allow-scripts allow-same-origin allow-popups allow-downloads';
const around = 'http://around.invalid/';

/** Decides what is framed. `origin` is the one of the page around, where it is known. */
export function framed(props: HenceSessionProps, origin?: string): Framed {
  try {
    if (props.server !== undefined) {
      return framedServer(props, props.server, origin);
    }
    const scheme = new URL(props.src ?? '', around).protocol;
    if (!props.src || !['http:', 'https:', 'blob:'].includes(scheme)) {
      return { wrong: 'src is no address of a file' };
    }
    return { address: props.src, sandbox: fileMay };
  } catch {
    return { wrong: 'the address is none' };
  }
}

function framedServer(props: HenceSessionProps, server: string, origin?: string): Framed {
  const page = new URL('/', server);
  if (!['http:', 'https:'].includes(page.protocol)) {
    return { wrong: 'server is no address of a server' };
  }
  if (page.origin === origin) {
    return { wrong: 'the server must have another origin than this page' };
  }
  const query = new URLSearchParams();
  for (const name of ['view', 'event'] as const) {
    const value = props[name];
    if (value !== undefined) {
      query.set(name, value);
    }
  }
  const asked = query.size > 0 ? `?${query}` : '';
  page.hash = props.session ? `#/session/${encodeURIComponent(props.session)}${asked}` : '';
  return { address: page.href, sandbox: serverMay };
}

/** A session inside of another page. */
export function HenceSession(props: HenceSessionProps): ReactElement {
  const here = (globalThis as { location?: { origin?: string } }).location?.origin;
  const shown = framed(props, here);
  const { className, height = 640 } = props;
  if ('wrong' in shown) {
    return createElement('p', { role: 'alert', className }, `hence: ${shown.wrong}`);
  }
  return createElement('iframe', {
    src: shown.address,
    sandbox: shown.sandbox,
    title: props.title ?? (props.session ? `Session ${props.session}` : 'A recorded session'),
    referrerPolicy: 'no-referrer',
    loading: 'lazy',
    allow: '',
    className,
    style: { border: 0, width: '100%', height, ...props.style },
  });
}
