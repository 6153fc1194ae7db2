import type * as z from 'zod/mini';

import { search, typed } from './search';

const MOST_LETTERS = 400;
const text = typed(MOST_LETTERS);

/** The page of a paper: `/papers/fairtt?choices=topology:t5&find=jain&verdict=outside`. */
export const paperSearch = search({
  /** What differs from the default where the paper leaves something open. */
  choices: text,
  find: text,
  verdict: text,
  arm: text,
});
export type PaperView = Readonly<z.output<typeof paperSearch>>;
