/** Pictures of a record. Only bytes that the record itself has are ever shown: nothing is asked for. */
import type * as api from '../../../api/types';
import { isObject, textIn, valueIn } from '../../state/fields';

const forms = /^image\/(?:png|jpeg|gif|webp)$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** A larger one is not put into the page. */
const picture_max = 12_000_000;

/** A part of a message as the `data:` address of its picture, or null when it has none. */
export function pictureIn(part: api.JsonObject): string | null {
  const source = valueIn(part, 'source');
  if (isObject(source)) {
    return address(textIn(source, 'media_type'), textIn(source, 'data'));
  }
  const inline = valueIn(part, 'inlineData') ?? valueIn(part, 'inline_data');
  if (isObject(inline)) {
    return address(
      textIn(inline, 'mimeType') ?? textIn(inline, 'mime_type'),
      textIn(inline, 'data'),
    );
  }
  const own = address(textIn(part, 'mimeType') ?? textIn(part, 'media_type'), textIn(part, 'data'));
  if (own !== null) return own;
  const url = valueIn(part, 'image_url');
  const text = isObject(url) ? textIn(url, 'url') : typeof url === 'string' ? url : null;
  return text === null ? null : fromAddress(text);
}

function fromAddress(text: string): string | null {
  const match = /^data:(image\/[a-z]+);base64,/.exec(text.slice(0, 64));
  return match ? address(match[1] ?? null, text.slice(match[0].length)) : null;
}

function address(form: string | null, data: string | null): string | null {
  if (form === null || data === null || data === '' || data.length > picture_max) return null;
  return forms.test(form) && base64.test(data) ? `data:${form};base64,${data}` : null;
}
