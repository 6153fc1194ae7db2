import * as z from 'zod/mini';

import { flag, search, word } from './search';

/** The league: `/league?by=delay&in=deep-buffer&with=ID.ID`. All of it may be left out. */
export const leagueSearch = search({
  /** Which ranking sorts the table; without it the first. */
  by: word,
  /** One situation; without it all of them. */
  in: word,
  /** Evaluations that take part, too, dotted. */
  with: word,
  /** Without the modules that were entered. */
  alone: flag,
});
export type LeagueView = Readonly<z.output<typeof leagueSearch>>;

export const MOST_ADDED = 8;

/** The ids of an address, each once. */
export function addedIds(list: string | undefined): string[] {
  const ids = (list ?? '').split('.').filter((id) => /^[\da-f-]{36}$/.test(id));
  return [...new Set(ids)].slice(0, MOST_ADDED);
}
