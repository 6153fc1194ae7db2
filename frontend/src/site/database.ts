/** What the browser keeps (IndexedDB), by one key for each thing. */

export interface Kept<T> {
  readonly all: () => Promise<T[]>;
  readonly get: (key: string) => Promise<T | null>;
  readonly put: (value: T) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

/**
 * A database with one store, whose things have their key in `keyPath`. Where the browser keeps
 * nothing, as in some private windows and frames, they last as long as the page.
 */
export function keptIn<T>(name: string, keyPath: keyof T & string): Kept<T> {
  let opening: Promise<IDBDatabase | null> | null = null;
  const passing = new Map<string, T>();
  const store = async (mode: IDBTransactionMode) => {
    opening ??= open(name, keyPath);
    return (await opening)?.transaction(STORE, mode).objectStore(STORE) ?? null;
  };
  return {
    all: async () => {
      const all = await store('readonly');
      return all === null ? [...passing.values()] : answerOf(all.getAll() as IDBRequest<T[]>);
    },
    get: async (key) => {
      const all = await store('readonly');
      if (all === null) return passing.get(key) ?? null;
      return (await answerOf(all.get(key) as IDBRequest<T | undefined>)) ?? null;
    },
    put: async (value) => {
      const all = await store('readwrite');
      if (all === null) passing.set(String(value[keyPath]), value);
      else await answerOf(all.put(value));
    },
    remove: async (key) => {
      const all = await store('readwrite');
      if (all === null) passing.delete(key);
      else await answerOf(all.delete(key));
    },
  };
}

const STORE = 'kept';

function open(name: string, keyPath: string): Promise<IDBDatabase | null> {
  return new Promise<IDBDatabase | null>((done) => {
    const request = openRequest(name);
    if (request === null) {
      done(null);
      return;
    }
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath });
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(null);
  });
}

/** null: there is none, or a frame in another site may not have it. */
export function openRequest(name: string, version = 1): IDBOpenDBRequest | null {
  try {
    return indexedDB.open(name, version);
  } catch {
    return null;
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('The browser stores nothing.'));
  });
}
