import clsx from 'clsx';
import { useMemo } from 'react';

import { changeRows } from '@/analysis/scenario/changes/changeRows';
import { metricDifferences } from '@/analysis/series/metricDifferences';
import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import type { Run } from '@/api/types';
import { hueClass } from '@/charts/palette';

import styles from '../run.module.css';

interface DifferencesProps {
  readonly run: Run;
  readonly baseline: Run;
  readonly label: string;
  readonly baselineLabel: string;
  /** Seeds that both are compared over, above; null: only these two. */
  readonly seedCount: number | null;
}

/** A run against its baseline: numbers with their difference, and only the settings that differ. */
export function Differences(props: DifferencesProps) {
  const { run, baseline, label, baselineLabel } = props;
  return (
    <section>
      <h2>
        What differs <span>against {baselineLabel}</span>
      </h2>
      <Numbers run={run} baseline={baseline} label={label} baselineLabel={baselineLabel} />
      <Settings run={run} baseline={baseline} />
      <p className="small faint">{seedText(props)}</p>
    </section>
  );
}

/** How much a difference of two runs says. */
function seedText({ run, baseline, seedCount }: DifferencesProps): string {
  if (run.seed !== baseline.seed) {
    return `Seeds ${baseline.seed} and ${run.seed}: their random numbers differ as well. One pair of runs proves nothing.`;
  }
  const same = `Seed ${run.seed} for both, hence the same random numbers.`;
  return seedCount === null
    ? `${same} One seed each: a difference can be chance.`
    : `${same} This is one of the ${seedCount} seeds summarized above.`;
}

type NumbersProps = Pick<DifferencesProps, 'run' | 'baseline' | 'label' | 'baselineLabel'>;

function Numbers({ run, baseline, label, baselineLabel }: NumbersProps) {
  if (run.result === null || baseline.result === null) {
    return <p className="quiet">The numbers appear when both runs have ended.</p>;
  }
  const rows = metricDifferences(baseline.result, run.result, run.scenario.packet_bytes);
  return (
    <table className={clsx(styles.numbers, styles.differences)}>
      <thead>
        <tr>
          <td />
          <th scope="col" className="number">
            {baselineLabel}
          </th>
          <th scope="col" className="number">
            {label}
          </th>
          <th scope="col" className="number">
            difference
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, groupIndex, baseline: was, current, difference }) => (
          <tr key={key}>
            <th
              scope="row"
              className={groupIndex === null ? undefined : clsx('hue-text', hueClass(groupIndex))}
            >
              {name}
            </th>
            <td className="number">{was}</td>
            <td className="number">{current}</td>
            <td className="number">
              <b>{difference}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Settings({ run, baseline }: Pick<DifferencesProps, 'run' | 'baseline'>) {
  const schema = useScenarioSchema().data;
  const titleOf = useAlgorithmTitle();
  const rows = useMemo(
    () => changeRows(baseline.scenario, run.scenario, schema, titleOf),
    [baseline.scenario, run.scenario, schema, titleOf],
  );
  if (rows.length === 0) return <p className="small quiet">The scenarios are equal.</p>;
  return (
    <>
      <h3 className={styles.settingsTitle}>Settings that differ</h3>
      <dl className={styles.settings}>
        {rows.map(({ path, name, before, after }) => (
          <div key={path}>
            <dt>{name}</dt>
            <dd>
              {before} <small>→</small> <b>{after}</b>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
