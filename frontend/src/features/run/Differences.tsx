import clsx from 'clsx';
import { useMemo } from 'react';

import { changeRows } from '@/analysis/scenario/changeWords';
import { metricDifferences } from '@/analysis/series/metricDifferences';
import { useScenarioSchema } from '@/api/catalog';
import type { Run } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { differenceText } from '@/messages/compare';

import styles from './run.module.css';

interface DifferencesProps {
  readonly run: Run;
  readonly baseline: Run;
  readonly label: string;
  readonly baselineLabel: string;
}

/** A run against its baseline: numbers with their difference, and only the settings that differ. */
export function Differences({ run, baseline, label, baselineLabel }: DifferencesProps) {
  const isSameSeed = run.seed === baseline.seed;
  return (
    <section>
      <h2>
        {differenceText.title} <span>{differenceText.against(baselineLabel)}</span>
      </h2>
      <Numbers run={run} baseline={baseline} label={label} baselineLabel={baselineLabel} />
      <Settings run={run} baseline={baseline} />
      <p className="small faint">
        {isSameSeed
          ? `${differenceText.sameSeed(run.seed)} ${differenceText.oneSeed}`
          : differenceText.otherSeed(baseline.seed, run.seed)}
      </p>
    </section>
  );
}

function Numbers({ run, baseline, label, baselineLabel }: DifferencesProps) {
  if (run.result === null || baseline.result === null) {
    return <p className="quiet">{differenceText.noResult}</p>;
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
            {differenceText.difference}
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
  const rows = useMemo(
    () => changeRows(baseline.scenario, run.scenario, schema),
    [baseline.scenario, run.scenario, schema],
  );
  if (rows.length === 0) return <p className="small quiet">{differenceText.noSetting}</p>;
  return (
    <>
      <h3 className={styles.settingsTitle}>{differenceText.settings}</h3>
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
