/**
 * The shareable state of a page and its address: parsed and written here only. Unknown or broken
 * values are dropped, so that an old link still opens.
 */
import { PACES, type Pace } from './pace';

export const CURVE_MODES = ['flows', 'groups', 'small'] as const;
export type CurveMode = (typeof CURVE_MODES)[number];

/** The run page: `/runs/ID?with=ID.ID&from=0&to=30&layout=side&toggled=queue&hide=g1.f3-9`. */
export interface RunView {
  /** Other runs, dotted. */
  readonly with?: string;
  /** Which of them is the baseline; without it the first. */
  readonly base?: string;
  readonly from?: number;
  readonly to?: number;
  readonly layout?: 'side';
  /** Panes and lanes that are switched off, or on if they start off. */
  readonly toggled?: string;
  readonly table?: true;
  /** Panes with their data table, where not all have one. */
  readonly tables?: string;
  /** How flows are drawn; without it their number decides. */
  readonly curves?: CurveMode;
  /** Panes in another order than the usual one. */
  readonly order?: string;
  readonly rate?: 'goodput';
  readonly ssthresh?: true;
  /** Single packets of the time in view. */
  readonly packets?: true;
  /** Flows that are hidden: `g1.f3.f5-9` is group 1, flow 3 and flows 5 to 9. */
  readonly hide?: string;
  /** The flow (`f7`) or group (`g1`) that stands out. */
  readonly pin?: string;
  /** The frozen time. */
  readonly at?: number;
  /** Packets on the drawn path. */
  readonly replay?: true;
  /** How fast replay plays: simulated seconds per second. */
  readonly speed?: Pace;
}

/** The first page: `/?pair=bbr2.fairtt&rtt=35&buffer=10&loss=0.0015`. All of it may be left out. */
export interface FirstView {
  /** Names of the two algorithms, the baseline first. */
  readonly pair?: string;
  readonly rtt?: number;
  readonly buffer?: number;
  readonly loss?: number;
}

/** The editor: where its text comes from. Without any: the draft kept in this browser. */
export interface BuildView {
  readonly preset?: string;
  readonly variant?: number;
  readonly run?: string;
  /** A draft of this browser. */
  readonly draft?: string;
  /** An experiment to begin a new one with. */
  readonly experiment?: string;
  /** An experiment that gets more values or seeds. */
  readonly extend?: string;
}

type Raw = Record<string, unknown>;

export function parseRunView(raw: Raw): RunView {
  const from = nonNegative(raw.from);
  const to = nonNegative(raw.to);
  const hasRange = from !== undefined && to !== undefined && from < to;
  return compact({
    with: word(raw.with),
    base: word(raw.base),
    from: hasRange ? from : undefined,
    to: hasRange ? to : undefined,
    layout: raw.layout === 'side' ? ('side' as const) : undefined,
    toggled: word(raw.toggled),
    table: raw.table === true ? (true as const) : undefined,
    tables: word(raw.tables),
    curves: CURVE_MODES.find((mode) => mode === raw.curves),
    order: word(raw.order),
    rate: raw.rate === 'goodput' ? ('goodput' as const) : undefined,
    ssthresh: raw.ssthresh === true ? (true as const) : undefined,
    packets: raw.packets === true ? (true as const) : undefined,
    hide: flowList(raw.hide),
    pin: flowList(raw.pin),
    at: nonNegative(raw.at),
    // An address may say it in short: `?replay`.
    replay: raw.replay === true || raw.replay === '' ? (true as const) : undefined,
    speed: PACES.find((pace) => pace === raw.speed),
  });
}

export function parseFirstView(raw: Raw): FirstView {
  return compact({
    pair: word(raw.pair),
    rtt: nonNegative(raw.rtt),
    buffer: nonNegative(raw.buffer),
    loss: nonNegative(raw.loss),
  });
}

export function parseBuildView(raw: Raw): BuildView {
  const variant = nonNegative(raw.variant);
  return compact({
    preset: word(raw.preset),
    variant: variant !== undefined && Number.isInteger(variant) ? variant : undefined,
    run: word(raw.run),
    draft: word(raw.draft),
    experiment: word(raw.experiment),
    extend: word(raw.extend),
  });
}

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

function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.:-]{1,400}$/.test(value) ? value : undefined;
}

function flowList(value: unknown): string | undefined {
  return typeof value === 'string' && /^[fg\d.-]{1,1500}$/.test(value) ? value : undefined;
}

function nonNegative(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function compact<T extends Raw>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
