/**
 * The token that a person gave. The tab keeps it until it is closed. In a frame of another site a browser
 * may refuse storage: then the page keeps it until it is loaded again.
 */
const token_key = 'hence.token';
let kept = '';

export function keepToken(token: string): void {
  kept = token;
  try {
    sessionStorage.setItem(token_key, token);
  } catch {
    // There is no storage here.
  }
}

export function keptToken(): string {
  try {
    return sessionStorage.getItem(token_key) ?? '';
  } catch {
    return kept;
  }
}
