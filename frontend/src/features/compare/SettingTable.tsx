import { countOf } from '@/analysis/numbers/shown';
import { useMemo } from 'react';

import { settingRows } from '@/analysis/scenario/changes/settingRows';
import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import type { Comparison } from '@/api/experiments/comparisons';
import { ReadingNote } from '@/readings/ReadingNote';

import styles from './compare.module.css';

interface SettingTableProps {
  readonly comparison: Comparison;
  readonly labels: readonly string[];
}

/** The settings in which the scenarios differ, and no others. */
export function SettingTable({ comparison, labels }: SettingTableProps) {
  const { items, settings, hidden_setting_count: hiddenCount, baseline_index } = comparison;
  const schema = useScenarioSchema().data;
  const titleOf = useAlgorithmTitle();
  const rows = useMemo(() => {
    const scenarios = items.map(({ scenario }) => scenario);
    return settingRows(settings, scenarios, schema, titleOf);
  }, [items, settings, schema, titleOf]);
  return (
    <section className={styles.part}>
      <h2>Settings that differ</h2>
      {rows.length === 0 ? (
        <p className="quiet">The scenarios are equal.</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Setting</th>
                {labels.map((label, place) => (
                  <th key={place} scope="col" data-baseline={place === baseline_index || undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, values }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {values.map((value, place) => (
                    <td key={place} data-label={labels[place]}>
                      {value === values[baseline_index] && place !== baseline_index ? (
                        <span className="faint">{value}</span>
                      ) : (
                        <b>{value}</b>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ReadingNote within={items.map(({ scenario }) => scenario)} />
      {hiddenCount > 0 && (
        <p className="small faint">
          {hiddenCount === 1
            ? '1 further setting differs.'
            : `${countOf(hiddenCount, 'further setting')} differ.`}
        </p>
      )}
    </section>
  );
}
