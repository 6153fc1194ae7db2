import { Link } from '@tanstack/react-router';

import type { Preset } from '@/api/types';
import { Button } from '@/ui/Button';

import styles from './gallery.module.css';
import { PresetNumbers } from './PresetNumbers';
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
