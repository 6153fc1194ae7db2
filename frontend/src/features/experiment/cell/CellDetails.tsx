import clsx from 'clsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { formatNumber, metricFormat } from '@/analysis/numbers/metricFormat';
import { hasServer } from '@/api/http/transport';
import { useExperimentCell, type ExperimentCell, type Metric } from '@/api/experiments/experiments';
import { useOpenRuns } from '@/opening/startRuns';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { Term } from '@/ui/Term';

import { AddToComparison } from './AddToComparison';
import type { Arm } from '../arms';
import styles from '../experiment.module.css';
import type { ViewProps } from '../views/ExperimentView';

const failures = (count: string) =>
  count === '1' ? '1 run failed here' : `${count} runs failed here`;

interface CellDetailsProps extends ViewProps {
  readonly cells: readonly number[];
  readonly pair: readonly [baseline: number, other: number] | null;
  readonly arms: readonly Arm[];
}

/** Failed runs, links to the runs of the cell, and its other numbers. */
export function CellDetails({ shown, revision, cells, pair, arms }: CellDetailsProps) {
  const { experiment } = shown;
  const [first, second] = pair ?? [0, null];
  const one = useExperimentCell(experiment.id, cells[first] ?? null, revision);
  const two = useExperimentCell(
    experiment.id,
    second === null ? null : (cells[second] ?? null),
    revision,
  );
  const there = [one.data, two.data].filter((cell) => cell !== undefined);
  if (there.length === 0) return null;
  const names = pair === null ? [''] : pair.map((index) => arms[index]?.name ?? '');
  return (
    <>
      <Failures cells={there} names={names} />
      <OpenRun cells={there} seeds={experiment.seeds} name={experiment.name} />
      <AddToComparison experimentId={experiment.id} cells={there} />
      <Values cells={there} names={names} metrics={experiment.metrics} />
    </>
  );
}

interface CellsProps {
  readonly cells: readonly ExperimentCell[];
  readonly names: readonly string[];
}

function Failures({ cells, names }: CellsProps) {
  const all = cells.flatMap(({ failures }, index) =>
    failures.map((failure) => ({ ...failure, arm: names[index] ?? '' })),
  );
  if (all.length === 0) return null;
  return (
    <section>
      <Note tone="bad" title={failures(String(all.length))}>
        <ul>
          {all.slice(0, MOST_FAILURES).map(({ seed, reason, core_version, arm }) => (
            <li key={`${arm}:${seed}`}>
              {arm === '' ? '' : `${arm}. `}
              {`Seed ${seed}: ${reason}`} <span className="faint">{`core ${core_version}`}</span>
            </li>
          ))}
        </ul>
      </Note>
    </section>
  );
}

const MOST_FAILURES = 5;
const MOST_SEEDS = 500;

interface OpenRunProps {
  readonly cells: readonly ExperimentCell[];
  readonly seeds: readonly number[];
  readonly name: string;
}

/** Makes or finds an ordinary run of the cell, or of both arms, and opens it with its curves. */
function OpenRun({ cells, seeds, name }: OpenRunProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const start = useOpenRuns();
  const navigate = useNavigate();
  const seed = chosen ?? seeds[0] ?? 1;
  const open = () =>
    start.mutate(
      cells.map(({ scenario, texts }) => ({
        scenario,
        seed,
        name: [name, ...texts].filter((text) => text !== '').join(', '),
      })),
      {
        onSuccess: (runs) => {
          const [baseline, other] = runs;
          const current = other ?? baseline;
          if (current === undefined) return;
          const search = other === undefined ? {} : { with: baseline?.id };
          void navigate({ to: '/runs/$id', params: { id: current.id }, search });
        },
      },
    );
  return (
    <section className={styles.open}>
      <label>
        Seed
        <select value={seed} onChange={({ target }) => setChosen(Number(target.value))}>
          {seeds.slice(0, MOST_SEEDS).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <Button disabled={start.isPending} onClick={open}>
        {start.isPending
          ? 'Opening …'
          : `Open seed ${String(seed)}${cells.length > 1 ? ', both' : ''}`}
      </Button>
      {start.error !== null && <p role="alert">{start.error.message}</p>}
    </section>
  );
}

interface ValuesProps extends CellsProps {
  readonly metrics: readonly Metric[];
}

const FIRST_METRICS: ReadonlySet<string> = new Set([
  'throughput_ratio',
  'jain_index',
  'throughput_stdr',
  'utilisation_ratio',
  'retransmit_ratio',
  'mean_queue_s',
  'group_0_throughput_bps',
  'group_1_throughput_bps',
  'group_0_mean_rtt_s',
  'group_1_mean_rtt_s',
]);

/** Means with their intervals below: the usual ones, or all there are. */
function Values({ cells, names, metrics }: ValuesProps) {
  const [isAll, setAll] = useState(false);
  const [isBootstrap, setBootstrap] = useState(false);
  const known = metrics.filter(({ name }) => cells.some(({ estimates }) => name in estimates));
  const usual = known.filter(({ name }) => FIRST_METRICS.has(name));
  const shown = isAll || usual.length === 0 ? known : usual;
  return (
    <section>
      <h2>
        Its values <span>mean, 95% interval below</span>
      </h2>
      <table className={clsx('row-heads', styles.values)}>
        {names.length > 1 && (
          <thead>
            <tr>
              <td />
              {names.map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {shown.map((metric) => (
            <ValueLine key={metric.name} {...{ metric, cells, isBootstrap }} />
          ))}
        </tbody>
      </table>
      {/* Python in the page has no NumPy, which draws the resamples. */}
      {hasServer() ? (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isBootstrap}
            onChange={({ target }) => setBootstrap(target.checked)}
          />
          Bootstrap intervals instead of Student's t
        </label>
      ) : (
        <p className="quiet small">
          The intervals are Student's t; those by bootstrap need a lab with a server.
        </p>
      )}
      {known.length > usual.length && usual.length > 0 && (
        <button
          type="button"
          className={clsx('ui-link', styles.textButton)}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? 'fewer metrics' : `all ${String(known.length)} metrics`}
        </button>
      )}
    </section>
  );
}

interface ValueLineProps {
  readonly metric: Metric;
  readonly cells: readonly ExperimentCell[];
  /** Instead of Student's t interval. */
  readonly isBootstrap: boolean;
}

function ValueLine({ metric, cells, isBootstrap }: ValueLineProps) {
  const found = cells.map(({ estimates }) => estimates[metric.name]);
  const format = metricFormat(
    metric,
    found.map((estimate) => estimate?.mean ?? null),
  );
  return (
    <tr>
      <th scope="row">
        <Term name={metric.label} definition={metric.definition} note={metric.name} />
        {format.unit !== '' && <small> {format.unit}</small>}
      </th>
      {found.map((estimate, index) => (
        <td key={index} className="number">
          {formatNumber(estimate?.mean, format)}
          {estimate !== undefined && <Interval {...{ estimate, isBootstrap, format }} />}
        </td>
      ))}
    </tr>
  );
}

interface IntervalProps {
  readonly estimate: ExperimentCell['estimates'][string];
  readonly isBootstrap: boolean;
  readonly format: ReturnType<typeof metricFormat>;
}

function Interval({ estimate, isBootstrap, format }: IntervalProps) {
  const low = isBootstrap ? estimate.bootstrap_low : estimate.low;
  const high = isBootstrap ? estimate.bootstrap_high : estimate.high;
  if (low === null || high === null) return null;
  return <small>{`${formatNumber(low, format)} to ${formatNumber(high, format)}`}</small>;
}
