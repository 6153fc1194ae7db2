/**
 * The shareable state of a page and its address: parsed and written here only. Unknown or broken
 * values are dropped, so that an old link still opens.
 */

/** The run page: `/runs/ID?with=ID.ID&from=0&to=30&layout=side&toggled=queue&hide=g1.f3-9`. */
export interface RunView {
  readonly with?: string;
  readonly from?: number;
  readonly to?: number;
  readonly layout?: 'side';
  /** Panes and lanes that are switched off, or on if they start off. */
  readonly toggled?: string;
  readonly table?: true;
  /** Flows that are hidden: `g1.f3.f5-9` is group 1, flow 3 and flows 5 to 9. */
  readonly hide?: string;
  /** The flow (`f7`) or group (`g1`) that stands out. */
  readonly pin?: string;
  /** The frozen time. */
  readonly at?: number;
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
}

type Raw = Record<string, unknown>;

export function parseRunView(raw: Raw): RunView {
  const from = nonNegative(raw.from);
  const to = nonNegative(raw.to);
  const hasRange = from !== undefined && to !== undefined && from < to;
  return compact({
    with: word(raw.with),
    from: hasRange ? from : undefined,
    to: hasRange ? to : undefined,
    layout: raw.layout === 'side' ? ('side' as const) : undefined,
    toggled: word(raw.toggled),
    table: raw.table === true ? (true as const) : undefined,
    hide: flowList(raw.hide),
    pin: flowList(raw.pin),
    at: nonNegative(raw.at),
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
  });
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
  return typeof value === 'string' && /^[\w.:-]{1,200}$/.test(value) ? value : undefined;
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
