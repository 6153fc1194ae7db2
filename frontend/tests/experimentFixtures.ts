/** An experiment with numbers of a made-up law, of any size and however far it is. */
import type { Precision } from '@/analysis/experiment/definition';
import type {
  AxisRead,
  CellCounts,
  Experiment,
  ExperimentCell,
  ExperimentDifferences,
  ExperimentMap,
  ExperimentPoints,
  ExperimentPrecision,
  Metric,
} from '@/api/experiments/experiments';

const metric = (name: string, label: string, changes: Partial<Metric> = {}): Metric => ({
  name,
  label,
  phrase: `the ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
  unit: '',
  definition: `What ${label} is.`,
  fair: null,
  scale: 'linear',
  average: 'arithmetic',
  display_unit: '',
  per_display_unit: 1,
  least: null,
  most: null,
  better: changes.fair == null ? null : 'fair',
  ...changes,
});

export const METRICS: Metric[] = [
  metric('throughput_ratio', 'Throughput ratio', {
    fair: 1,
    scale: 'logarithmic',
    average: 'geometric',
  }),
  metric('jain_index', "Jain's index", { phrase: "Jain's index", fair: 1 }),
  metric('throughput_stdr', 'STDR', { phrase: 'STDR', fair: 0 }),
  metric('utilisation_ratio', 'Link busy', { phrase: 'the utilisation of the link' }),
  metric('mean_queue_s', 'Queue, mean', {
    phrase: 'the mean queue',
    unit: 's',
    better: 'less',
  }),
  metric('group_0_throughput_bps', 'elephant: throughput', { unit: 'bit/s' }),
  metric('group_0_mean_rtt_s', 'elephant: RTT, mean', { unit: 's' }),
];

export function axis(
  label: string,
  texts: readonly string[],
  changes: Partial<AxisRead> = {},
): AxisRead {
  return {
    label,
    role: null,
    paths: [`${label}.path`],
    unit: '',
    followers: [],
    per_display_unit: 1,
    scale: 'linear',
    points: texts.map((text) => ({ text, values: [Number.parseFloat(text)] })),
    ...changes,
  };
}

export const ARMS = axis('Algorithm', ['BBRv2', 'FaiRTT'], { role: 'arm', scale: 'category' });
export const RTTS = axis('RTT ratio', ['1', '1.4', '2', '3.2'], { scale: 'category' });
export const BUFFERS = axis('Buffer', ['0.5 BDP', '2 BDP', '10 BDP'], {
  unit: 'BDP',
  scale: 'logarithmic',
});

export interface Made {
  readonly axes: readonly AxisRead[];
  readonly seedCount: number;
  /** Cells from here on are not done: the first of them half, the others not at all. */
  readonly doneCells?: number;
  readonly changes?: Partial<Experiment>;
  readonly precision?: Precision;
  /** Cells whose seeds hardly differ. */
  readonly agreeing?: readonly number[];
}

export function experiment(made: Made): Experiment {
  const { axes, seedCount, doneCells, changes = {}, precision } = made;
  const cellCount = axes.reduce((count, { points }) => count * points.length, 1);
  const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);
  const done = doneCells ?? cellCount;
  const isDone = done >= cellCount;
  return {
    id: 'e1',
    name: 'Who wins, and where?',
    status: isDone ? 'done' : 'running',
    experiment: {
      version: 1,
      name: 'Who wins, and where?',
      base: {
        duration_s: 60,
        bottleneck: { rate_bps: 1e7, loss: { kind: 'bernoulli', probability: 0.0015 } },
        flows: [{ label: 'elephant' }, { label: 'mouse' }],
      },
      axes: [],
      baseline_index: 0,
      replications: {
        count: seedCount,
        first_seed: 1,
        ...(precision === undefined ? {} : { precision }),
      },
    },
    axes: [...axes],
    cell_count: cellCount,
    seeds: [...seeds],
    behaviour_version: 1,
    core_version: '0.1.0+abc',
    is_mine: true,
    paper: null,
    forked_from: null,
    pause_reason: null,
    is_shared: false,
    takes_tabs: false,
    progress: {
      unit_count: cellCount * seedCount,
      done_count: isDone ? cellCount * seedCount : (done + 0.5) * seedCount,
      failed_count: 0,
      stored_count: 0,
      running_count: isDone ? 0 : 2,
      seconds_left: isDone ? null : 4.2,
      revision: done,
    },
    running_cells: isDone ? [] : [done],
    cell_counts_url: isDone ? null : '/api/experiments/e1/counts',
    metrics: METRICS,
    imports: [],
    created_at: '2026-11-21T19:00:00Z',
    finished_at: isDone ? '2026-11-21T19:05:00Z' : null,
    ...changes,
  };
}

/** The numbers that the API would give of an experiment. */
export function numbersOf(made: Made) {
  const { axes, seedCount } = made;
  const count = axes.reduce((product, { points }) => product * points.length, 1);
  const done = made.doneCells ?? count;
  const cells = Array.from({ length: count }, (_, cell) => cell);
  const seedsIn = (cell: number) =>
    cell < done ? seedCount : cell === done ? Math.floor(seedCount / 2) : 0;
  const values = (cell: number, name: string) =>
    Array.from({ length: seedsIn(cell) }, (_, seed) => unitValue(axes, cell, seed + 1, name));
  const estimate = (cell: number, name: string) => estimateOf(values(cell, name), name);
  const column = (name: string, part: 'mean' | 'low' | 'high') =>
    cells.map((cell) => estimate(cell, name)[part]);
  return {
    counts: (): CellCounts => cellCountsOf(done, cells.map(seedsIn)),
    precision: () => precisionOf(made, done, cells.map(seedsIn)),
    map: (name: string): ExperimentMap => ({
      metric: name,
      revision: done,
      cells: {
        count: cells.map(seedsIn),
        mean: column(name, 'mean'),
        median: column(name, 'mean'),
        low: column(name, 'low'),
        high: column(name, 'high'),
        is_clipped: cells.map(() => false),
        seeds_hardly_differ: cells.map((cell) => made.agreeing?.includes(cell) ?? false),
      },
    }),
    differences: (name: string): ExperimentDifferences => differencesOf(axes, cells, values, name),
    points: (x: string, y: string, wanted: readonly number[]): ExperimentPoints => {
      const units = (wanted.length === 0 ? cells : wanted).flatMap((cell) =>
        values(cell, y).map((value, index) => ({ cell, seed: index + 1, value })),
      );
      return {
        x,
        y,
        revision: done,
        unit_count: units.length,
        points: {
          cell_index: units.map(({ cell }) => cell),
          seed: units.map(({ seed }) => seed),
          x: units.map(({ cell, seed }) => unitValue(axes, cell, seed, x)),
          y: units.map(({ value }) => value),
        },
        ellipses: ellipsesOf(axes, units, x),
      };
    },
    cell: (cell: number): Omit<ExperimentCell, 'scenario'> => ({
      cell_index: cell,
      point_indices: pointsOf(axes, cell),
      texts: pointsOf(axes, cell).map((point, index) => axes[index]?.points[point]?.text ?? ''),
      scenario_digest: 'ab',
      core_version: '0.1.0+abc',
      seeds: Array.from({ length: seedCount }, (_, index) => index + 1),
      summary_digests: digestsOf(seedCount, seedsIn(cell)),
      numbers: Object.fromEntries(METRICS.map(({ name }) => [name, values(cell, name)])),
      estimates: Object.fromEntries(
        METRICS.map(({ name }) => {
          const { mean, low, high } = estimate(cell, name);
          const bootstrap = { bootstrap_low: mean, bootstrap_high: high };
          const all = { mean, median: mean, low, high, ...bootstrap };
          return [name, { count: seedsIn(cell), is_clipped: false, ...all }];
        }),
      ),
      failures: [],
    }),
  };
}

function cellCountsOf(revision: number, done: number[]): CellCounts {
  return { revision, done, failed: done.map(() => 0) };
}

/** The first two cells want more seeds. */
function precisionOf(
  { precision }: Made,
  revision: number,
  seedCounts: readonly number[],
): ExperimentPrecision {
  const count = seedCounts.length;
  const of = precision?.of ?? 'mean';
  return {
    metric: precision?.metric ?? '',
    of,
    within_ratio: precision?.within_ratio ?? 0,
    revision,
    sentence: `±5% reached in ${count - 2} of ${count} cells; 2 want more seeds`,
    cells: {
      seed_count: [...seedCounts],
      width_ratio: seedCounts.map((_, cell) => (cell < 2 ? 0.083 : 0.04)),
      needed_count: seedCounts.map((_, cell) => (cell < 2 ? 35 : 0)),
      state: seedCounts.map((_, cell) => (cell < 2 ? 'wanted' : 'reached')),
      // The arms are the axis that varies fastest, the baseline is the first.
      is_judged: seedCounts.map((_, cell) => of === 'mean' || cell % 2 === 1),
    },
  };
}

function pointsOf(axes: readonly AxisRead[], cell: number): number[] {
  let rest = cell;
  return axes
    .toReversed()
    .map(({ points }) => {
      const point = rest % points.length;
      rest = Math.floor(rest / points.length);
      return point;
    })
    .reverse();
}

const isRatio = (name: string) => name.endsWith('_ratio') && !name.startsWith('utilisation');

/** The same for equal arguments, between -1 and 1, and nothing like a law. */
function noise(cell: number, seed: number): number {
  const mixed = Math.sin(cell * 127.1 + seed * 311.7) * 43758.5453;
  return 2 * (mixed - Math.floor(mixed)) - 1;
}

/** BBRv2 grows with the RTT ratio and the buffer; FaiRTT hardly does. */
function unitValue(axes: readonly AxisRead[], cell: number, seed: number, name: string): number {
  const points = pointsOf(axes, cell);
  const share = (label: string) => {
    const at = axes.findIndex((each) => each.label === label);
    const size = axes[at]?.points.length ?? 1;
    return size === 1 ? 0.5 : (points[at] ?? 0) / (size - 1);
  };
  const arm = axes.findIndex(({ role }) => role === 'arm');
  const isSecond = arm >= 0 && (points[arm] ?? 0) > 0;
  const place = cell % Math.max(1, axes.reduce((n, { points: all }) => n * all.length, 1) / 2);
  const growth = share('RTT ratio') * (share('Buffer') - 0.15) * 1.9;
  const luck = 0.1 * noise(place, seed) + 0.08 * noise(cell + 7, seed + 5);
  const ratio = Math.exp((isSecond ? 0.15 : 1) * growth + luck);
  const stdr = (ratio - 1) / (ratio + 1);
  switch (name) {
    case 'throughput_ratio':
      return ratio;
    case 'jain_index':
      return 1 / (1 + stdr ** 2);
    case 'throughput_stdr':
      return stdr;
    case 'utilisation_ratio':
      return 0.9 + 0.09 * share('Buffer') + 0.01 * noise(cell, seed);
    case 'mean_queue_s':
      return 0.004 + 0.02 * share('Buffer') + 0.002 * noise(cell, seed);
    case 'group_0_throughput_bps':
      return (1e7 * ratio) / (ratio + 1);
    default:
      return 0.03 + 0.02 * share('Buffer') + 0.004 * noise(cell, seed) + (isSecond ? 0 : 0.008);
  }
}

function estimateOf(values: readonly number[], name: string) {
  if (values.length === 0) return { mean: null, low: null, high: null };
  const isGeometric = isRatio(name);
  const shown = isGeometric ? values.map(Math.log) : values;
  const mean = shown.reduce((sum, value) => sum + value, 0) / shown.length;
  const squares = shown.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half =
    (2.09 * Math.sqrt(squares / Math.max(1, shown.length - 1))) / Math.sqrt(shown.length);
  const back = (value: number) => (isGeometric ? Math.exp(value) : value);
  if (values.length < 2) return { mean: back(mean), low: null, high: null };
  return { mean: back(mean), low: back(mean - half), high: back(mean + half) };
}

function differencesOf(
  axes: readonly AxisRead[],
  cells: readonly number[],
  values: (cell: number, name: string) => readonly number[],
  name: string,
): ExperimentDifferences {
  const kind = isRatio(name) ? 'ratio' : 'difference';
  const arm = axes.findIndex(({ role }) => role === 'arm');
  const stride = axes.slice(arm + 1).reduce((product, { points }) => product * points.length, 1);
  const fair = METRICS.find((each) => each.name === name)?.fair ?? null;
  const rows = cells.map((cell) => {
    const point = pointsOf(axes, cell)[arm] ?? 0;
    if (point === 0) return null;
    const own = values(cell, name);
    const base = values(cell - point * stride, name).slice(0, own.length);
    const pairs = base.map((value, index) => {
      const other = own[index] ?? value;
      return kind === 'ratio' ? other / value : other - value;
    });
    const nearer = base.filter((value, index) => {
      const far = (each: number) => (fair === null ? 0 : Math.abs(each - fair));
      return far(own[index] ?? value) < far(value);
    });
    const numbers = estimateOf(pairs, kind === 'ratio' ? 'x_ratio' : 'x');
    const distance = (value: number) =>
      kind === 'ratio' ? Math.exp(Math.abs(Math.log(value))) : Math.abs(value - (fair ?? 0));
    const changes = base.map((value, index) => {
      const [one, two] = [own[index] ?? value, value].map(fair === null ? Number : distance);
      return kind === 'ratio' ? (one ?? 1) / (two ?? 1) : (one ?? 0) - (two ?? 0);
    });
    const judged = estimateOf(changes, kind === 'ratio' ? 'x_ratio' : 'x');
    return {
      count: pairs.length,
      nearer: fair === null ? null : nearer.length,
      judged,
      ...numbers,
    };
  });
  const equal = kind === 'ratio' ? 1 : 0;
  const towards = METRICS.find((each) => each.name === name)?.better ?? null;
  return {
    metric: name,
    kind,
    revision: 1,
    baseline_index: 0,
    cells: {
      count: rows.map((row) => row?.count ?? null),
      mean: rows.map((row) => row?.mean ?? null),
      low: rows.map((row) => row?.low ?? null),
      high: rows.map((row) => row?.high ?? null),
      is_distinguishable: rows.map((row) =>
        row?.low == null ? null : row.low > equal || row.high < equal,
      ),
      nearer_fair_count: rows.map((row) => row?.nearer ?? null),
    },
    verdicts: verdictsOf(
      axes,
      rows.map((row) => row?.judged ?? null),
      kind,
      towards,
    ),
  };
}

interface Judged {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

function verdictsOf(
  axes: readonly AxisRead[],
  judged: readonly (Judged | null)[],
  kind: 'ratio' | 'difference',
  towards: Metric['better'],
): ExperimentDifferences['verdicts'] {
  const arm = axes.findIndex(({ role }) => role === 'arm');
  const verdicts = judged.map((row) => verdictOf(row, kind === 'ratio' ? 1 : 0, towards));
  return {
    towards,
    kind,
    control: 'Benjamini-Hochberg',
    false_discovery_rate: 0.05,
    tested_count: verdicts.filter((verdict) => verdict !== null).length,
    cells: {
      mean: judged.map((row) => row?.mean ?? null),
      low: judged.map((row) => row?.low ?? null),
      high: judged.map((row) => row?.high ?? null),
      adjusted_p: verdicts.map((verdict) =>
        verdict === null ? null : verdict === 'unclear' ? 0.4 : 0.0002,
      ),
      verdict: verdicts,
    },
    arms: (axes[arm]?.points ?? []).slice(1).map((_, index) => {
      const own = verdicts.filter((_verdict, cell) => pointsOf(axes, cell)[arm] === index + 1);
      return { arm_index: index + 1, ...countsOf(own, towards) };
    }),
  };
}

function countsOf(own: readonly CellVerdict[], towards: Metric['better']) {
  const count = (wanted: CellVerdict) => own.filter((each) => each === wanted).length;
  const [better, worse] =
    towards === 'fair' ? ['nearer to fair', 'further from fair'] : ['better', 'worse'];
  return {
    cell_count: own.length,
    better_count: count('better'),
    worse_count: count('worse'),
    more_count: count('more'),
    less_count: count('less'),
    unclear_count: count('unclear'),
    untested_count: count(null),
    sentence:
      `${better} in ${count('better')}, ${worse} in ${count('worse')}, ` +
      `inconclusive in ${count('unclear')} of ${own.length} cells`,
  };
}

type CellVerdict = ExperimentDifferences['verdicts']['cells']['verdict'][number];

/** By the interval of each cell alone: the service tests all of them together. */
function verdictOf(judged: Judged | null, equal: number, towards: Metric['better']): CellVerdict {
  const { low = null, high = null } = judged ?? {};
  if (low === null || high === null) return null;
  if (low <= equal && equal <= high) return 'unclear';
  if (towards === null) return low > equal ? 'more' : 'less';
  return low > equal === (towards === 'more') ? 'better' : 'worse';
}

interface Unit {
  readonly cell: number;
  readonly seed: number;
  readonly value: number;
}

function ellipsesOf(axes: readonly AxisRead[], units: readonly Unit[], x: string) {
  const arm = axes.findIndex(({ role }) => role === 'arm');
  const count = arm < 0 ? 1 : (axes[arm]?.points.length ?? 1);
  return Array.from({ length: count }, (_, index) => {
    const own = units.filter(({ cell }) => arm < 0 || pointsOf(axes, cell)[arm] === index);
    const xs = own.map(({ cell, seed }) => unitValue(axes, cell, seed, x));
    const ys = own.map(({ value }) => value);
    const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
    const spread = (all: readonly number[]) =>
      Math.sqrt(mean(all.map((each) => (each - mean(all)) ** 2)));
    return {
      arm_index: arm < 0 ? null : index,
      count: own.length,
      mean_x: mean(xs),
      mean_y: mean(ys),
      axis_x: spread(xs),
      axis_y: spread(ys),
      angle_rad: 0,
    };
  });
}

function digestsOf(seedCount: number, knownCount: number): (string | null)[] {
  return Array.from({ length: seedCount }, (_, index) =>
    index < knownCount ? `digest-${String(index + 1)}` : null,
  );
}
