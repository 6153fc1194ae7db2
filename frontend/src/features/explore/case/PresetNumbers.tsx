import type { Preset, PresetNumber } from '@/api/types';

import styles from './numbers.module.css';
import { inUnitsOf } from './numberUnits';

/** Means and intervals of every variant. */
export function PresetNumbers({ preset }: { preset: Preset }) {
  const { variants } = preset;
  const names = variants[0]?.numbers ?? [];
  return (
    <div className={styles.numbers}>
      <table>
        <caption className="visually-hidden">{preset.title}</caption>
        <thead>
          <tr>
            <td />
            {variants.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map(({ name, label }, row) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {variants.map(({ id, numbers }) => (
                <td key={id}>
                  <Cell number={numbers[row]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>Mean and 95% interval over the seeds; for a ratio, the geometric mean.</p>
    </div>
  );
}

function Cell({ number }: { number: PresetNumber | undefined }) {
  if (number === undefined) return null;
  const { name, mean, low, high } = number;
  return (
    <>
      {inUnitsOf(name, mean)}
      {low !== null && high !== null && (
        <span>{`${inUnitsOf(name, low)} to ${inUnitsOf(name, high)}`}</span>
      )}
    </>
  );
}
