import { Link } from '@tanstack/react-router';
import clsx from 'clsx';

import { countOf } from '@/analysis/numbers/shown';
import type { Preset } from '@/api/types';
import { Button } from '@/ui/Button';

import styles from './gallery.module.css';
import { PresetNumbers } from '../case/PresetNumbers';
import { PresetSentence } from '../case/PresetSentence';
import { Thumbnail } from './Thumbnail';
import { axisText } from './thumbnailPath';

/** The known cases by what they are about, every one drawn from its measurement. */
export function Gallery({ presets }: { presets: readonly Preset[] }) {
  return (
    <section className={styles.gallery} aria-labelledby="known-cases">
      <div className={styles.head}>
        <h2 id="known-cases">Start from a known case</h2>
        <span className="quiet">All 20 seeds are precomputed, so each opens immediately.</span>
      </div>
      {sectionsOf(presets).map(({ title, why, cases }) => (
        <section key={title} className={styles.section}>
          <div className={styles.sectionHead}>
            <h3>{title}</h3>
            <p className="quiet small">{why}</p>
          </div>
          <ul className={styles.cases}>
            {cases.map((preset) => (
              <PresetCase key={preset.id} preset={preset} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const SECTION_WORDS = {
  rtt: {
    title: 'Round-trip times',
    why: 'Who gets more of the link, the near flow or the far one?',
  },
  buffers: {
    title: 'Buffers and loss',
    why: 'Effects of deep buffers, shallow buffers and lossy paths.',
  },
  links: {
    title: 'Links that change',
    why: 'Varying rates and delays, and outages.',
  },
  paths: {
    title: 'More than one link',
    why: 'Queues in series, unequal access links, and a return path with its own queue.',
  },
  sharing: {
    title: 'Company',
    why: 'Different algorithms, late starters, and equal flows as a check.',
  },
} as const;

interface Section {
  readonly title: string;
  readonly why: string;
  readonly cases: readonly Preset[];
}

const SECTIONS: readonly { name: keyof typeof SECTION_WORDS; topics: Preset['topic'][] }[] = [
  { name: 'rtt', topics: ['rtt'] },
  { name: 'buffers', topics: ['buffers', 'loss'] },
  { name: 'links', topics: ['links'] },
  { name: 'paths', topics: ['paths'] },
  { name: 'sharing', topics: ['mixtures', 'sanity'] },
];

/** Sections without a case are left out. */
function sectionsOf(presets: readonly Preset[]): Section[] {
  return SECTIONS.map(({ name, topics }) => ({
    ...SECTION_WORDS[name],
    cases: presets.filter(({ topic }) => topics.includes(topic)),
  })).filter(({ cases }) => cases.length > 0);
}

/** One known case: measured curves, what was seen, and the ways in. */
function PresetCase({ preset }: { preset: Preset }) {
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
