/** The shareable state of a page and its address: parsed and written here only. */
import * as z from 'zod/mini';

import { PACES } from './pace';
import { flag, index, maybe, nonNegative, search, searchWithRange, word } from './search';

/** As many as the service compares of one scenario without computing any. */
const MOST_SEEDS = 50;

export const CURVE_MODES = ['flows', 'groups', 'small'] as const;
export type CurveMode = (typeof CURVE_MODES)[number];

const flows = maybe(z.string().check(z.regex(/^[fg\d.-]{1,1500}$/)));

/** The run page: `/runs/ID?with=ID.ID&from=0&to=30&layout=side&toggled=queue&hide=g1.f3-9`. */
export const runSearch = searchWithRange({
  /** Other runs, dotted. */
  with: word,
  /** Which of them is the baseline; without it the first. */
  base: word,
  layout: maybe(z.literal('side')),
  /** The runs stand for a comparison over so many seeds, from 1 on: `over=20`. */
  over: maybe(z.int().check(z.gte(2), z.lte(MOST_SEEDS))),
  /** Panes and lanes that are switched off, or on if they start off. */
  toggled: word,
  table: flag,
  /** Panes with their data table, where not all have one. */
  tables: word,
  /** How flows are drawn; without it their number decides. */
  curves: maybe(z.enum(CURVE_MODES)),
  /** Panes in another order than the usual one. */
  order: word,
  rate: maybe(z.literal('goodput')),
  ssthresh: flag,
  /** State variables with a plot: `pacing_gain_ratio.inflight_hi_bytes:2`, the latter of flow 2. */
  vars: word,
  /** Single packets of the time in view. */
  packets: flag,
  /** Flows that are hidden: `g1.f3.f5-9` is group 1, flow 3 and flows 5 to 9. */
  hide: flows,
  /** Which link is drawn, by its number; without it the bottleneck. */
  link: index,
  /** The flow (`f7`) or group (`g1`) that stands out. */
  pin: flows,
  /** The frozen time. */
  at: nonNegative,
  /** Packets on the drawn path. An address may say it in short: `?replay`. */
  replay: maybe(
    z.pipe(
      z.literal([true, '']),
      z.transform(() => true as const),
    ),
  ),
  /** How fast replay plays: simulated seconds per second. */
  speed: maybe(z.literal(PACES)),
});
export type RunView = Readonly<z.output<typeof runSearch>>;

/** The first page: `/?pair=bbr2.fairtt&rtt=35&buffer=10&loss=0.0015`. All of it may be left out. */
export const firstSearch = search({
  /** Names of the two algorithms, the baseline first. */
  pair: word,
  rtt: nonNegative,
  buffer: nonNegative,
  loss: nonNegative,
});
export type FirstView = Readonly<z.output<typeof firstSearch>>;

/** Where the text of an editor comes from. */
const sources = {
  preset: word,
  variant: index,
  run: word,
  /** A draft of this browser; on the canvas `new` is an empty one, `last` the one edited last. */
  draft: word,
};

/** The editor. Without any source: the draft kept in this browser. */
export const buildSearch = search({
  ...sources,
  /** An experiment to begin a new one with. */
  experiment: word,
  /** An experiment that gets more values or seeds. */
  extend: word,
});
export type BuildView = Readonly<z.output<typeof buildSearch>>;

/** The canvas of a new experiment. Without any source, that is still to be chosen. */
export const canvasSearch = search(sources);

/** `ids` without doubles and without `own`, at most `most`; the baseline comes first. */
export function comparedIds(
  list: string | undefined,
  base: string | undefined,
  own: string,
  most: number,
): string[] {
  const others = [...new Set(list?.split('.'))].filter((id) => id !== '' && id !== own);
  const first = others.filter((id) => id === base);
  return [...first, ...others.filter((id) => id !== base)].slice(0, most);
}

/** All of `usual`: first those that `list` names, in its order. */
export function orderedNames<T extends string>(list: string | undefined, usual: readonly T[]): T[] {
  const named = (list?.split('.') ?? []).flatMap((name) => usual.find((one) => one === name) ?? []);
  return [...new Set([...named, ...usual])];
}

/** `name` changes places with the next one of `shown`, up (-1) or down; undefined: as usual. */
export function movedName<T extends string>(
  order: readonly T[],
  name: T,
  by: -1 | 1,
  shown: readonly T[],
  usual: readonly T[],
): string | undefined {
  // One that is hidden moves past any other.
  const among = shown.includes(name) ? order.filter((one) => shown.includes(one)) : order;
  const other = among[among.indexOf(name) + by];
  const next = order.map((one) => (one === name ? (other ?? name) : one === other ? name : one));
  return next.join() === usual.join() ? undefined : next.join('.');
}

/** Adds the name to the dotted list or takes it out of it. */
export function toggleName(list: string | undefined, name: string): string | undefined {
  const names = new Set(list?.split('.'));
  if (!names.delete(name)) names.add(name);
  return names.size === 0 ? undefined : [...names].join('.');
}

export function isToggled(list: string | undefined, name: string): boolean {
  return list?.split('.').includes(name) ?? false;
}
