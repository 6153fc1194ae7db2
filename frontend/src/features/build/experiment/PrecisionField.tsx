import type { Precision } from '@/analysis/experiment/definition';
import { USUAL_MOST_SEEDS, USUAL_WITHIN_RATIO } from '@/analysis/experiment/document';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import type { Field } from '@/analysis/scenario/fields/fields';
import { NumberInput } from '@/ui/fields/NumberInput';

import styles from './bar.module.css';
import type { Varying } from '../vary/useVarying';

/** A number of seeds, or as many as an interval of some width needs, cell by cell. */
export function PrecisionField({ varying }: { varying: Varying }) {
  const { precision, set, known, axes } = varying;
  const isCompared = axes.some(({ role }) => role === 'arm');
  const metrics = metricsOf(known.scenario);
  const change = (changes: Partial<Precision>) =>
    set({ 'replications.precision': { ...precision, ...changes } });
  const begin = () =>
    set({
      'replications.precision': {
        metric: metrics[0]?.name ?? 'jain_index',
        within_ratio: USUAL_WITHIN_RATIO,
        most_count: USUAL_MOST_SEEDS,
      },
    });
  return (
    <span className={styles.seeds} data-path="replications.precision">
      <label className={styles.seeds}>
        <input
          type="checkbox"
          checked={precision !== null}
          onChange={({ target }) =>
            target.checked ? begin() : set({ 'replications.precision': undefined })
          }
        />
        more until the interval of
      </label>
      {precision === null ? (
        <span className="quiet">a metric is narrow enough</span>
      ) : (
        <Wanted {...{ precision, metrics, isCompared, change }} />
      )}
    </span>
  );
}

interface WantedProps {
  readonly precision: Precision;
  readonly metrics: readonly Offered[];
  /** There are arms, whose effect can be asked for. */
  readonly isCompared: boolean;
  readonly change: (changes: Partial<Precision>) => void;
}

/** The metric, the wanted width of its interval, and the largest cost. */
function Wanted({ precision, metrics, isCompared, change }: WantedProps) {
  const { of = 'mean' } = precision;
  return (
    <>
      {(isCompared || of === 'effect') && (
        <select
          aria-label="Interval that must be narrow enough"
          value={of}
          onChange={({ target }) => change({ of: target.value === 'effect' ? 'effect' : 'mean' })}
        >
          <option value="mean">each mean of</option>
          <option value="effect">each ratio to the baseline in</option>
        </select>
      )}
      <select
        aria-label="Metric that must be precise enough"
        value={precision.metric}
        onChange={({ target }) => change({ metric: target.value })}
      >
        {metrics.every(({ name }) => name !== precision.metric) && (
          <option value={precision.metric}>{precision.metric}</option>
        )}
        {metrics.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <span>is at most ±</span>
      <NumberInput
        className={styles.number}
        label="Half width of the interval, in percent"
        field={WITHIN}
        value={precision.within_ratio}
        factor={0.01}
        isBad={!(precision.within_ratio > 0 && precision.within_ratio <= 1)}
        onChange={(value) => typeof value === 'number' && change({ within_ratio: value })}
      />
      <span>%, up to</span>
      <NumberInput
        className={styles.number}
        label="Maximum seeds per cell"
        field={MOST}
        value={precision.most_count}
        factor={1}
        isBad={!(precision.most_count >= 2)}
        onChange={(value) => typeof value === 'number' && change({ most_count: Math.trunc(value) })}
      />
      <span>seeds and</span>
      <NumberInput
        className={styles.budget}
        label="Maximum runs over all cells"
        field={BUDGET}
        value={precision.most_unit_count ?? null}
        factor={1}
        isBad={false}
        onChange={(value) =>
          change({ most_unit_count: typeof value === 'number' ? Math.trunc(value) : null })
        }
      />
      <span>runs in all</span>
    </>
  );
}

interface Offered {
  readonly name: string;
  readonly title: string;
}

const OF_ALL: readonly Offered[] = [
  { name: 'jain_index', title: "Jain's index" },
  { name: 'utilisation_ratio', title: 'link busy' },
  { name: 'mean_queue_s', title: 'queue, mean' },
  { name: 'goodput_bps', title: 'goodput, all flows' },
];
const MOST_GROUPS = 16;

/** The usual ones: what else there is can be written as JSON. */
function metricsOf(scenario: unknown): readonly Offered[] {
  const flows: readonly unknown[] =
    isObject(scenario) && Array.isArray(scenario.flows) ? scenario.flows : [];
  const ofGroups = flows.slice(0, MOST_GROUPS).flatMap((flow, index): Offered[] => {
    const label =
      isObject(flow) && typeof flow.label === 'string' && flow.label !== ''
        ? flow.label
        : `group ${String(index + 1)}`;
    return [
      { name: `group_${String(index)}_goodput_bps`, title: `${label}: goodput` },
      { name: `group_${String(index)}_mean_rtt_s`, title: `${label}: RTT, mean` },
    ];
  });
  const ratio = { name: 'throughput_ratio', title: 'throughput ratio' };
  // A flow that is alone is fair to itself, with any number of seeds.
  const isAlone = flows.length === 1 && !(Number(getAt(flows[0], 'count') ?? 1) > 1);
  const ofAll = isAlone ? OF_ALL.filter(({ name }) => name !== 'jain_index') : OF_ALL;
  return [...(flows.length === 2 ? [ratio] : []), ...ofAll, ...ofGroups];
}

const NUMBER: Omit<Field, 'path' | 'title' | 'help' | 'minimum' | 'maximum'> = {
  kind: 'number',
  isNullable: false,
  fallback: undefined,
  choices: [],
  titles: {},
  start: undefined,
  isAboveMinimum: false,
  maxLength: null,
  unit: '',
  factor: 1,
  isLog: true,
};
const WITHIN: Field = {
  ...NUMBER,
  path: 'replications.precision.within_ratio',
  title: 'Within',
  help: 'Half of the 95% interval, as a share of the mean.',
  minimum: 0,
  isAboveMinimum: true,
  maximum: 1,
  unit: '%',
  factor: 0.01,
};
const MOST: Field = {
  ...NUMBER,
  kind: 'integer',
  path: 'replications.precision.most_count',
  title: 'Seeds at most',
  help: 'No cell gets more seeds than this.',
  minimum: 2,
  maximum: 10_000,
};
const BUDGET: Field = {
  ...NUMBER,
  kind: 'integer',
  path: 'replications.precision.most_unit_count',
  title: 'Runs at most',
  help: 'All cells together get no more runs than this. Empty: limited only by the seeds per cell.',
  isNullable: true,
  minimum: 1,
  maximum: 200_000,
};
