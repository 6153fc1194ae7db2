/**
 * The page of an experiment and its address:
 * `/experiments/ID?view=line&metric=jain_index&x=1&y=2&by=3&cell=17&table=true`.
 */
export const EXPERIMENT_VIEWS = ['map', 'difference', 'line', 'scatter', 'seeds'] as const;
export type ExperimentViewKind = (typeof EXPERIMENT_VIEWS)[number];

export interface ExperimentView {
  readonly view?: ExperimentViewKind;
  readonly metric?: string;
  /** Numbers of axes. */
  readonly x?: number;
  readonly y?: number;
  /** Axes of small multiples, dotted, or `none`. */
  readonly by?: string;
  /** Which of the two axes of a map the line below goes along. */
  readonly along?: 'y';
  /** The chosen cell. */
  readonly cell?: number;
  /** The metric that the scatter has to the side. */
  readonly against?: string;
  /** The scatter shows the runs of all cells. */
  readonly all?: true;
  readonly table?: true;
}

const MOST_LETTERS = 100;

/** Unknown or broken values are dropped, so that an old link still opens. */
export function parseExperimentView(raw: Readonly<Record<string, unknown>>): ExperimentView {
  const parsed = {
    view: EXPERIMENT_VIEWS.find((kind) => kind === raw.view),
    metric: word(raw.metric),
    x: index(raw.x),
    y: index(raw.y),
    by: axes(raw.by),
    along: raw.along === 'y' ? ('y' as const) : undefined,
    cell: index(raw.cell),
    against: word(raw.against),
    all: raw.all === true ? (true as const) : undefined,
    table: raw.table === true ? (true as const) : undefined,
  };
  const entries = Object.entries(parsed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function word(value: unknown): string | undefined {
  const isWord = typeof value === 'string' && /^\w+$/.test(value) && value.length <= MOST_LETTERS;
  return isWord ? value : undefined;
}

function index(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The router reads `by=2` and `by=2.3` as numbers. */
function axes(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^(none|\d(\.\d)*)$/.test(text) ? text : undefined;
}
