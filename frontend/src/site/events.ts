/** The events of runs as a stream of a server would bring them. */
import type { EventStream } from '@/api/transport';
import { isOver } from '@/api/types';

import { find, follow, toEvent, type Entry } from './runs';

export function openEvents(address: string): EventStream {
  const ids = new Set(new URL(address, window.location.origin).searchParams.getAll('run'));
  return new RunEvents(ids);
}

type Listener = (event: MessageEvent<string>) => void;

class RunEvents implements EventStream {
  readyState: number = EventSource.OPEN;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #ids: ReadonlySet<string>;
  readonly #leave: () => void;

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
    this.#leave = follow((entry) => this.#tell(entry));
    // As a stream does, it begins with how things are.
    void this.#begin();
  }

  addEventListener(kind: string, listener: Listener) {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener]);
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.#leave();
  }

  async #begin() {
    for (const id of this.#ids) {
      const entry = await find(id);
      if (entry !== null) this.#tell(entry);
    }
  }

  #tell(entry: Entry) {
    const { run } = entry;
    if (this.readyState === EventSource.CLOSED || !this.#ids.has(run.id)) return;
    const kind = isOver(run.status) ? 'end' : run.status === 'running' ? 'progress' : 'state';
    const event = new MessageEvent(kind, { data: JSON.stringify(toEvent(entry)) });
    for (const listener of this.#listeners.get(kind) ?? []) listener(event);
  }
}
