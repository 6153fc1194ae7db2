import { Link } from '@tanstack/react-router';
import clsx from 'clsx';

import type { Preset } from '@/api/types';
import { Button } from '@/ui/Button';
import { countOf } from '@/analysis/numbers/shown';

import styles from './gallery.module.css';
import { PresetNumbers } from './PresetNumbers';
import { PresetSentence } from './PresetSentence';
import { Thumbnail } from './Thumbnail';
import { axisText } from './thumbnailPath';

/** One known case: measured curves, what was seen, and the ways in. */
export function PresetCase({ preset }: { preset: Preset }) {
  const { variants, seed_count: seeds, drawn_seed: seed } = preset;
  const params = { presetId: preset.id };
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
            <Link
              to="/cases/$presetId"
              params={params}
              className={styles.open}
              aria-label={`${variant.title}: ${preset.title}, all seeds`}
            >
              <Thumbnail variant={variant} />
            </Link>
            <p className={styles.axis}>{axisText(variant.thumbnail)}</p>
          </li>
        ))}
      </ul>
      <div className={styles.nameLine}>
        <h4>{preset.title}</h4>
        <Button
          size="compact"
          renderRoot={(props) => (
            <Link
              to="/cases/$presetId"
              params={params}
              aria-label={`Open ${preset.title}`}
              {...props}
            />
          )}
        >
          Open
        </Button>
      </div>
      <p className="faint small">{preset.setting}</p>
      <p className={styles.sentence}>
        <PresetSentence preset={preset} />
      </p>
      {preset.note !== null && <p className={clsx('quiet small', styles.note)}>{preset.note}</p>}
      <details className={styles.more}>
        <summary>{`Mean of ${countOf(seeds, 'seed')}; seed ${seed} is drawn`}</summary>
        <PresetNumbers preset={preset} />
      </details>
    </li>
  );
}
