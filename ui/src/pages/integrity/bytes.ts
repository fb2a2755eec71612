/** Bytes in base64 as text: what is no UTF-8 is shown as the sign for that. */
export function textOfBytes(base64: string): string {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return base64;
  }
}
