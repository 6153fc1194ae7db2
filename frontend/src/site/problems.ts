/** Answers of the page itself, in the form that the service has. */
import type { components } from '@/api/schema';

type ProblemDetails = components['schemas']['ProblemDetails'];

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
}

export function refusal(problem: ProblemDetails): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}

function problem(slug: string, status: number, title: string, detail: string): Response {
  const type = `/api/problems/${slug}`;
  return refusal({ type, status, title, detail, request_id: null, errors: [] });
}

export function notFound(detail: string): Response {
  return problem('not-found', 404, 'Not found', detail);
}

export function wrongState(detail: string): Response {
  return problem('wrong-state', 409, 'Wrong state', detail);
}

export function notDone(id: string, status: string): Response {
  return problem('not-done', 409, 'Not done', `Run ${id} is not done: it is ${status}.`);
}

/** Of a table that is being computed. */
export function notAll(): Response {
  return problem('not-done', 409, 'Not done', 'The table is being computed; its files come then.');
}

/** Of an experiment. */
export function notOver(id: string, status: string): Response {
  const detail = `Experiment ${id} is ${status}; it can be exported once it is done or cancelled. Its table.csv has what is known so far.`;
  return problem('not-done', 409, 'Not done', detail);
}

export function file(content: BodyInit, name: string, mediaType: string): Response {
  return new Response(content, {
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}

/** A file as backend/lab/site/unit_files.py answers. */
export function pythonFile(body: unknown): Response {
  const { name, media_type, base64 } = body as Readonly<
    Record<'name' | 'media_type' | 'base64', string>
  >;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return file(bytes, name, media_type);
}

/** A result of an older site. */
export function notExplained(): Response {
  const detail = 'No causes were recorded when this run was computed. Run it again.';
  return problem('not-done', 409, 'Not recorded', detail);
}

/** Its numerals were not kept as Python wrote them. */
export function olderResult(): Response {
  const detail = 'An older version of this site computed the run. Run it again to get its files.';
  return problem('not-done', 409, 'Not kept', detail);
}

/** A site of an older core has computed the run. */
export function otherBehaviour(id: string, what: string): Response {
  const detail = `Run ${id} was computed by a core of another behaviour; this one would show different ${what}. Run it again to look at its ${what}.`;
  return problem('other-behaviour', 409, 'Another behaviour', detail);
}

/** What a link asks for. */
export function noCoreOf(behaviour: number): Response {
  const detail = `This site keeps no module of behaviour version ${behaviour}.`;
  return problem('other-behaviour', 409, 'Another behaviour', detail);
}

export function invalid(detail: string): Response {
  return problem('invalid-input', 422, 'Invalid input', detail);
}

export function failed(detail: string): Response {
  return problem('internal-error', 500, 'Failed', detail);
}

export const NEEDS_SERVER =
  'This site has no server, and this needs one: start a lab with ./lab up, or open it in one.';

/** What only a lab with a server has. */
export function needsServer(): Response {
  return problem('not-found', 404, 'Needs a server', NEEDS_SERVER);
}
