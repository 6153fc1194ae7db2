/**
 * The browser's storage, which may be refused or full: what cannot be kept then is not kept.
 * `localStorage` is for good, `sessionStorage` until the tab is closed.
 */
type Area = 'localStorage' | 'sessionStorage';

export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** False in a private window or on a full disk: the page works on, it just forgets. */
export function writeStored(key: string, value: string, area: Area = 'localStorage'): boolean {
  try {
    window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string, area: Area = 'localStorage'): void {
  try {
    window[area].removeItem(key);
  } catch {
    // What cannot be reached was not kept either.
  }
}

/** The keys that begin with a prefix. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
