import type { Preset } from '@/api/types';

import styles from './gallery.module.css';
import { PresetCase } from './PresetCase';
import { sectionsOf } from './sections';

/** The known cases by what they are about, every one drawn from its measurement. */
export function Gallery({ presets }: { presets: readonly Preset[] }) {
  return (
    <section className={styles.gallery} aria-labelledby="known-cases">
      <div className={styles.head}>
        <h2 id="known-cases">Start from a known case</h2>
        <span className="quiet">
          Each is drawn from its measurement. A click on the curves opens the same run.
        </span>
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
