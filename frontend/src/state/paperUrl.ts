/** The page of a paper: `/papers/fairtt?choices=topology:t5&find=jain&verdict=outside`. */
export interface PaperView {
  /** What differs from the default where the paper leaves something open. */
  readonly choices?: string;
  readonly find?: string;
  readonly verdict?: string;
  readonly arm?: string;
}

const MAX_LENGTH = 400;

/** Unknown or broken values are dropped, so that an old link still opens. */
export function parsePaperView(raw: Readonly<Record<string, unknown>>): PaperView {
  const view: Record<string, string> = {};
  for (const name of ['choices', 'find', 'verdict', 'arm'] as const) {
    // The router reads `find=8` as a number.
    const value = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
    if (typeof value === 'string' && value !== '') view[name] = value.slice(0, MAX_LENGTH);
  }
  return view;
}
