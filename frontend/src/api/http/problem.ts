import { noteAnswer, noteSilence } from './connection';
import type { components } from '@/api/schema';

export type ProblemItem = components['schemas']['ProblemItem'];

/** What the server refused and why (RFC 9457), as an error to throw. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly items: readonly ProblemItem[],
    /** null: the answer did not say when to ask again. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(detail);
  }
}

/** No answer at all: the server is down or the network is. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer; throws `ProblemError` or `UnreachableError` instead of returning none. */
export async function unwrap<T>(answering: Promise<Answer<T>>): Promise<T> {
  const answer = await answering.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    noteSilence();
    throw new UnreachableError('The lab does not answer.', { cause });
  });
  const problem = answer.response.ok ? null : toProblem(answer.response, answer.error);
  if (problem instanceof UnreachableError) noteSilence();
  else noteAnswer();
  if (problem === null) return answer.data as T;
  throw problem;
}

function toProblem(response: Response, body: unknown): ProblemError | UnreachableError {
  // A gateway in front of a stopped server answers with something that is no problem document.
  if (!isProblem(body)) {
    if (response.status >= 502 && response.status <= 504) {
      return new UnreachableError('The lab does not answer.');
    }
    const text = `Status ${response.status}.`;
    return new ProblemError(response.status, response.statusText, text, [], waitOf(response));
  }
  const { title, detail, errors = [] } = body;
  return new ProblemError(response.status, title, detail, errors, waitOf(response));
}

function waitOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

interface ProblemBody {
  title: string;
  detail: string;
  errors?: ProblemItem[];
}

function isProblem(body: unknown): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false;
  const { title, detail } = body as Record<string, unknown>;
  return typeof title === 'string' && typeof detail === 'string';
}

const MOST_RETRIES = 2;

/** What the server refused stays refused: only silence and its own failures are worth a retry. */
export function shouldRetry(failureCount: number, error: Error): boolean {
  if (error instanceof ProblemError && error.status < 500) return false;
  return failureCount < MOST_RETRIES;
}

const USUAL_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 60;

/** Refused because there is too much to do, or because a part of the lab is away for a moment. */
export function isPassing(error: Error): error is ProblemError {
  return error instanceof ProblemError && (error.status === 429 || error.status === 503);
}

/**
 * After how long a request that was refused for the moment is repeated, while the page is open;
 * false: it is not. One that had no answer is repeated when the lab is back.
 */
export function askAgainMs({ state }: { state: { error: Error | null } }): number | false {
  if (state.error === null || !isPassing(state.error)) return false;
  const seconds = state.error.retryAfterSeconds ?? USUAL_WAIT_SECONDS;
  return Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000;
}
