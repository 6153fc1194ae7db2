import { Link } from '@tanstack/react-router';

import type { Preset, PresetNumber } from '@/api/types';
import { Button } from '@/ui/Button';

import styles from './gallery.module.css';
import { Thumbnail } from './Thumbnail';
import { useRunTogether } from './useRunTogether';

/** One known case: measured curves, what was seen, and the ways in. */
export function PresetCase({ preset }: { preset: Preset }) {
  const { run, isStarting, error } = useRunTogether();
  const { variants, drawn_seed: seed } = preset;
  const first = variants[0];
  const last = variants.at(-1);
  return (
    <li className={styles.case}>
      <ul className={styles.variants} aria-label="Variants">
        {variants.map((variant, index) => (
          <li key={variant.id}>
            <p className={styles.variantHead}>
              <b>{variant.title}</b>
              <Link
                to="/build"
                search={{ preset: preset.id, variant: index }}
                aria-label={`Edit ${variant.title}: ${preset.title}`}
              >
                Edit
              </Link>
            </p>
            <button
              type="button"
              className={styles.open}
              disabled={isStarting}
              aria-label={`Open ${variant.title}: ${preset.title}`}
              title="Open this run"
              onClick={() => run([variant.scenario], seed)}
            >
              <Thumbnail variant={variant} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.nameLine}>
        <h4>{preset.title}</h4>
        {first !== undefined && last !== undefined && first !== last && (
          <Button
            size="compact"
            disabled={isStarting}
            aria-label={`Compare ${first.title} and ${last.title}: ${preset.title}`}
            onClick={() => run([first.scenario, last.scenario], seed)}
          >
            {isStarting ? 'Starting' : 'Compare'}
          </Button>
        )}
      </div>
      <p className={styles.setting}>{preset.setting}</p>
      <p className={styles.sentence}>
        {preset.sentence_parts.map(({ text, is_number }, index) =>
          is_number ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
        )}
      </p>
      {preset.note !== null && <p className={styles.note}>{preset.note}</p>}
      <PresetNumbers preset={preset} />
      {error !== null && (
        <p role="alert" className={styles.caseError}>
          The run was not started: {error.message}
        </p>
      )}
    </li>
  );
}

/** What the sentence was made of: means and intervals, one click away. */
function PresetNumbers({ preset }: { preset: Preset }) {
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
      <p>{`Mean and 95% interval over the seeds; for a ratio, the geometric mean. Core ${core_version}.`}</p>
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

/** A measured number in the unit that its label names: shares in percent, times in ms. */
function inUnitsOf(name: string, value: number): string {
  if (name === 'throughput_ratio' || name === 'jain_index') return value.toFixed(3);
  if (name.endsWith('_s')) return (value * 1e3).toFixed(1);
  return (value * 100).toFixed(2);
}
