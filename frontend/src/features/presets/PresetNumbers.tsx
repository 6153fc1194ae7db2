import type { Preset, PresetNumber } from '@/api/types';

import { inUnitsOf } from './numberUnits';
import styles from './gallery.module.css';

/** What the sentence was made of: means and intervals, one click away. */
export function PresetNumbers({ preset }: { preset: Preset }) {
  const { variants, seed_count, drawn_seed, core_version } = preset;
  const names = variants[0]?.numbers ?? [];
  return (
    <details className={styles.numbers}>
      <summary>{`Mean of ${seed_count} seeds; seed ${drawn_seed} is drawn`}</summary>
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
      <p>{`Mean and 95% interval over the seeds; of a ratio the geometric mean. Core ${core_version}.`}</p>
    </details>
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
