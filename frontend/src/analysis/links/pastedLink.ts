/** What a pasted address names. Pure: no request is sent. */

import { fragmentOfLink } from './scenarioLink';

export type PastedLink =
  | { readonly kind: 'share'; readonly token: string }
  /** The run, then those beside it, the baseline first. */
  | { readonly kind: 'runs'; readonly ids: readonly string[] }
  /** null: no cell is chosen. */
  | { readonly kind: 'experiment'; readonly id: string; readonly cell: number | null }
  | { readonly kind: 'comparison'; readonly of: string; readonly search: string }
  | { readonly kind: 'scenario'; readonly fragment: string };

/** Why an address cannot be compared, for people. */
export class LinkError extends Error {}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const RUN = new RegExp(`^/runs/(${UUID})/?$`);
const EXPERIMENT = new RegExp(`^/experiments/(${UUID})/?$`);
const SHARE = /^\/(?:s|embed)\/([\w-]{22})\/?$/;
const ID = new RegExp(`^${UUID}$`);

/** `origin` is that of this lab. Throws `LinkError`. */
export function readPastedLink(pasted: string, origin: string): PastedLink {
  const text = pasted.trim();
  if (text === '') throw new LinkError('Nothing was pasted.');
  // A scenario in a fragment opens in any lab, whichever it was made in.
  const fragment = fragmentOfLink(text);
  if (fragment !== null) return { kind: 'scenario', fragment };
  if (ID.test(text)) return { kind: 'runs', ids: [text] };
  const url = urlOf(text, origin);
  if (url.origin !== origin)
    throw new LinkError(
      `It leads to ${url.host}, another lab: this one cannot see its results. Open the scenario there, copy its link without a server, and paste that.`,
    );
  return readPath(pageOf(url));
}

/** On a site without a server a page stands behind the `#`. */
function pageOf(url: URL): URL {
  return url.hash.startsWith('#/') ? new URL(url.hash.slice(1), url.origin) : url;
}

function urlOf(text: string, origin: string): URL {
  const isHost = /^[\w.-]+(?::\d+)?\//.test(text) && !text.startsWith('/');
  try {
    return new URL(isHost ? `${new URL(origin).protocol}//${text}` : text, origin);
  } catch {
    throw new LinkError('That is not a link.');
  }
}

function readPath({ pathname, searchParams, search }: URL): PastedLink {
  const [, token] = SHARE.exec(pathname) ?? [];
  if (token !== undefined) return { kind: 'share', token };
  const [, run] = RUN.exec(pathname) ?? [];
  if (run !== undefined) return { kind: 'runs', ids: runIds(run, searchParams) };
  const [, experiment] = EXPERIMENT.exec(pathname) ?? [];
  if (experiment !== undefined) {
    return { kind: 'experiment', id: experiment, cell: wholeNumber(searchParams.get('cell')) };
  }
  if (pathname === '/compare') {
    const of = searchParams.get('of');
    if (of === null) throw new LinkError('It is the comparison page without anything to compare.');
    return { kind: 'comparison', of, search };
  }
  if (/^\/(s|embed)\//.test(pathname))
    throw new LinkError('The end of the link is missing: 22 characters must follow /s/.');
  if (pathname === '/build')
    throw new LinkError(
      'It is the editor without a scenario in the link. Copy its link from “Share” there.',
    );
  if (pathname === '/')
    throw new LinkError(
      'That is the first page: press “Open as runs” there, and paste the address of the run.',
    );
  throw new LinkError(
    `${pathname} shows no result. Paste the address of a run, shared link, experiment or comparison.`,
  );
}

/** As the page of runs has them: its own run last, since those beside it are what it is held to. */
function runIds(own: string, search: URLSearchParams): string[] {
  const others = (search.get('with') ?? '').split('.').filter((id) => ID.test(id) && id !== own);
  const base = search.get('base');
  const [first, ...rest] = [...new Set(others)].sort(
    (a, b) => Number(b === base) - Number(a === base),
  );
  return first === undefined ? [own] : [first, own, ...rest];
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}
