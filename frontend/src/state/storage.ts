/** The browser's storage, which may be refused or full: what cannot be kept then is not kept. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // A private window or a full disk: the page works on, it just forgets.
  }
}
