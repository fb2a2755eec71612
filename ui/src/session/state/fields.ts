/** Reads recorded fields, which may hold anything under any name. */
import type * as api from '../../api/types';

export function valueIn(fields: api.JsonObject | null, name: string): api.Json | undefined {
  return fields !== null && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A text, or a number or truth as text; anything else counts as absent. */
export function textIn(fields: api.JsonObject | null, name: string): string | null {
  const value = valueIn(fields, name);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return null;
}

export function listIn(fields: api.JsonObject | null, name: string): readonly api.Json[] | null {
  const value = valueIn(fields, name);
  return Array.isArray(value) ? (value as readonly api.Json[]) : null;
}

export function isObject(value: api.Json | undefined): value is api.JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that are not among these. */
export function without(fields: api.JsonObject, names: ReadonlySet<string>): api.JsonObject | null {
  const rest = Object.entries(fields).filter(([name]) => !names.has(name));
  // Object.fromEntries defines members, so that __proto__ stays an ordinary name.
  return rest.length === 0 ? null : (Object.fromEntries(rest) as api.JsonObject);
}
