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
    opening ??= opened(name, 1, (made) => made.createObjectStore(STORE, { keyPath }));
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
      if (all === null) {
        passing.set(String(value[keyPath]), value);
        return;
      }
      all.put(value);
      await written(all.transaction);
    },
    remove: async (key) => {
      const all = await store('readwrite');
      if (all === null) passing.delete(key);
      else await answerOf(all.delete(key));
    },
  };
}

const STORE = 'kept';

/**
 * Opens a database whose stores `make` creates. null: there is none, or a frame in another site may
 * not have it.
 */
export function opened(
  name: string,
  version: number,
  make: (database: IDBDatabase) => void,
): Promise<IDBDatabase | null> {
  return new Promise((done) => {
    const request = openRequest(name, version);
    if (request === null) {
      done(null);
      return;
    }
    request.onupgradeneeded = () => make(request.result);
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(null);
  });
}

function openRequest(name: string, version: number): IDBOpenDBRequest | null {
  try {
    return indexedDB.open(name, version);
  } catch {
    return null;
  }
}

/** When it is on the disk: one that finds no room there fails behind its last answer. */
function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error ?? new Error('The browser stores nothing.'));
    // A page that closes hears no answer any more, and would commit behind one only.
    transaction.commit();
  });
}

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('The browser stores nothing.'));
  });
}
