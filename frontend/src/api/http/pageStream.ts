/**
 * One stream of server-sent events for all that a page follows: a browser holds few connections to
 * one lab, and the lab counts the streams of an address. A page that follows a class hears of its
 * runs over the stream of the class. What is followed by several parts of a page comes once.
 */
import { noteAnswer, probe } from './connection';
import { openEvents, type EventStream } from './transport';
import type { RunEvent } from '@/api/types';

const REOPEN_AFTER_MS = 2000;
const RUN_KINDS = ['state', 'progress', 'end'] as const;
const CLASS_KIND = 'change';
/** In place of the address of a class, where only runs are followed. */
const RUNS_ALONE = '/api/events';

interface RunsFollowed {
  readonly ids: readonly string[];
  readonly onEvent: (event: RunEvent) => void;
}

interface ClassFollowed {
  /** The path of its stream with its query. */
  readonly address: string;
  readonly onChange: (data: string) => void;
}

interface OpenStream {
  /** Runs that it reports: at least all that are followed now. */
  readonly ids: ReadonlySet<string>;
  readonly close: () => void;
}

const runs = new Set<RunsFollowed>();
const classes = new Set<ClassFollowed>();
const open = new Map<string, OpenStream>();
let isDue = false;

/** Hear the events of these runs; a stream begins with their first. Returns how to stop. */
export function followRuns(ids: readonly string[], onEvent: (event: RunEvent) => void): () => void {
  return add(runs, { ids, onEvent });
}

/** Hear that a class has changed; a stream begins with how it is. Returns how to stop. */
export function followClass(address: string, onChange: (data: string) => void): () => void {
  return add(classes, { address, onChange });
}

function add<T>(followed: Set<T>, one: T): () => void {
  followed.add(one);
  settleSoon();
  return () => {
    followed.delete(one);
    settleSoon();
  };
}

/** What the parts of a page begin and end to follow in the same moment makes one change. */
function settleSoon(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    settle();
  });
}

/** Opens missing streams and closes those that are not followed. */
function settle(): void {
  const wanted = wantedStreams();
  for (const [address, stream] of open) {
    const ids = wanted.get(address);
    if (ids !== undefined && [...ids].every((id) => stream.ids.has(id))) continue;
    stream.close();
    open.delete(address);
  }
  for (const [address, ids] of wanted) {
    if (!open.has(address)) open.set(address, { ids, close: openStream(address) });
  }
}

/** By address, the runs that a stream is to report. The runs go with the first class, if any. */
function wantedStreams(): Map<string, ReadonlySet<string>> {
  const ids = new Set([...runs].flatMap((followed) => followed.ids));
  const [first, ...others] = new Set([...classes].map(({ address }) => address));
  const wanted = new Map<string, ReadonlySet<string>>();
  if (first !== undefined || ids.size > 0) wanted.set(first ?? RUNS_ALONE, ids);
  for (const address of others) wanted.set(address, new Set());
  return wanted;
}

/**
 * Opens a stream and returns how to close it. The browser reconnects by itself when the connection
 * breaks, but gives up on an answer that is no stream, as a gateway in front of a starting server
 * gives: then it is opened anew, for all that is followed by then. Repeats change nothing.
 */
function openStream(address: string): () => void {
  let source: EventStream;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    source = openEvents(urlOf(address, wantedStreams().get(address) ?? new Set()));
    for (const kind of RUN_KINDS) source.addEventListener(kind, dispatchRun);
    source.addEventListener(CLASS_KIND, (message: MessageEvent<string>) => {
      dispatchClass(address, message.data);
    });
    source.addEventListener('open', noteAnswer);
    source.addEventListener('error', () => {
      // It may have ended as it should, or the lab may be away: the probe finds out.
      void probe();
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, REOPEN_AFTER_MS);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function urlOf(address: string, ids: ReadonlySet<string>): string {
  const query = [...ids].map((id) => `run=${encodeURIComponent(id)}`).join('&');
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

function dispatchRun({ data }: MessageEvent<string>): void {
  const event = JSON.parse(data) as RunEvent;
  for (const { ids, onEvent } of runs) if (ids.includes(event.run_id)) onEvent(event);
}

function dispatchClass(address: string, data: string): void {
  for (const followed of classes) if (followed.address === address) followed.onChange(data);
}
