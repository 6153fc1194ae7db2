/** Runs are shown without being asked for. */
export type WorkTab = (typeof TABS)[number];

const TABS = ['experiments', 'drafts', 'links'] as const;

/** The page of one's own work: `/runs?show=drafts&find=cubic&state=failed&sort=name`. */
export interface WorkView {
  readonly show?: WorkTab;
  readonly find?: string;
  readonly state?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly sort?: 'oldest' | 'name';
}

const STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
const SORTS = ['oldest', 'name'] as const;
const MAX_LENGTH = 200;

/** Unknown or broken values are dropped, so that an old link still opens. */
export function parseWorkView(raw: Readonly<Record<string, unknown>>): WorkView {
  // The router reads `find=2026` as a number.
  const find = typeof raw.find === 'number' ? String(raw.find) : raw.find;
  const show = TABS.find((each) => each === raw.show);
  const state = STATES.find((each) => each === raw.state);
  const sort = SORTS.find((each) => each === raw.sort);
  return {
    ...(show === undefined ? {} : { show }),
    ...(typeof find === 'string' && find !== '' ? { find: find.slice(0, MAX_LENGTH) } : {}),
    ...(state === undefined ? {} : { state }),
    ...(sort === undefined ? {} : { sort }),
  };
}
