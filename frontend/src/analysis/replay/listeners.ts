/** Who wants to be told when something outside of React changes: what a store is made of. */
interface Listeners {
  readonly subscribe: (listener: () => void) => () => void;
  readonly tell: () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => listeners.forEach((listener) => listener()),
  };
}
