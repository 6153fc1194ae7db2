/**
 * How questions reach a lab: over HTTP, or, on a site that is a folder of files, answered in the
 * page (src/site).
 */

import type { FiledAttempt, FiledExperiment } from '@/analysis/links/runsFile';

/** What a page uses of an `EventSource`. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(kind: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface Transport {
  readonly send: (request: Request) => Promise<Response>;
  /** A stream of server-sent events. */
  readonly openEvents: (address: string) => EventStream;
  /** Whether there is a module of an older behaviour; not there: only the newest computes. */
  readonly hasCoreOf?: (behaviour: number) => Promise<boolean>;
  /** Labs done alone that the browser keeps; not there: a server has them. */
  readonly ownLabs?: OwnLabs;
  /** Experiments that the browser keeps, as those. */
  readonly ownExperiments?: OwnExperiments;
}

export interface OwnExperiments {
  readonly all: () => Promise<readonly FiledExperiment[]>;
  /** As of labs; reports each run that was computed again. */
  readonly add: (experiment: FiledExperiment, onRun: () => void) => Promise<boolean>;
}

export interface OwnLabs {
  readonly all: () => Promise<readonly OwnAttempt[]>;
  /** false: it is there already. Refuses with a sentence anything but an attempt at a lab. */
  readonly add: (attempt: OwnAttempt) => Promise<boolean>;
}

/** As the browser keeps it: its runs by their ids. */
export interface OwnAttempt extends Omit<FiledAttempt, 'runs'> {
  readonly runs: readonly OwnStepRun[];
}

interface OwnStepRun extends Omit<FiledAttempt['runs'][number], 'run'> {
  readonly run_id: string;
}

/** Of a question for a run: the behaviour of the core that is to compute it. */
export const BEHAVIOUR_HEADER = 'X-Lab-Behaviour';

// Looked up at each call and not once, so that a test can replace them.
const HTTP: Transport = {
  send: (request) => globalThis.fetch(request),
  openEvents: (address) => new EventSource(address),
};

let current = HTTP;

/** Before anything is asked; for as long as the page lives. */
export function answerBy(transport: Transport): void {
  current = transport;
}

/** For tests: over HTTP again. */
export function answerByServer(): void {
  current = HTTP;
}

/** Whether a lab with a server answers, which keeps links, classes, experiments and files. */
export function hasServer(): boolean {
  return current === HTTP;
}

/** Address of the page with its parameters, which stand behind the `#` on a site. */
export function pageUrl(): URL {
  const { href, origin, hash } = window.location;
  return new URL(hasServer() ? href : hash.slice(1) || '/', origin);
}

/** Whether a run can be computed by a core that behaves like an older one. */
export async function hasOlderCore(behaviour: number): Promise<boolean> {
  return (await current.hasCoreOf?.(behaviour)) ?? false;
}

export function ownLabs(): OwnLabs | null {
  return current.ownLabs ?? null;
}

export function ownExperiments(): OwnExperiments | null {
  return current.ownExperiments ?? null;
}

export function send(request: Request): Promise<Response> {
  return current.send(request);
}

export function openEvents(address: string): EventStream {
  return current.openEvents(address);
}
