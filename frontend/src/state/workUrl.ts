import * as z from 'zod/mini';

import { maybe, search, typed } from './search';

/** Runs are shown without being asked for. */
const TABS = ['experiments', 'drafts', 'links'] as const;

const MOST_LETTERS = 200;

/** The page of one's own work: `/runs?show=drafts&find=cubic&state=failed&sort=name`. */
export const workSearch = search({
  show: maybe(z.enum(TABS)),
  find: typed(MOST_LETTERS),
  state: maybe(z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])),
  sort: maybe(z.enum(['oldest', 'name'])),
});
export type WorkView = Readonly<z.output<typeof workSearch>>;
