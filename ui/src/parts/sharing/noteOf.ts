import type * as api from '../../api/types';

/** A note from the event that it was recorded as. A field of another type counts as absent. */
export function noteOf(event: api.Event): api.Note {
  return {
    id: event.id,
    of: textIn(event, 'of') ?? '',
    time: event.time,
    author: textIn(event, 'author'),
    text: textIn(event, 'text') ?? '',
  };
}

function textIn(event: api.Event, name: string): string | null {
  const fields = event.fields ?? {};
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
