import type { About } from '@/analysis/imports/types';

import styles from './files.module.css';

const KINDS = [
  ['read', 'Read'],
  ['left_out', 'Left out'],
  ['uncertain', 'Uncertain'],
] as const;

/** The kind of a file, the parts that were read, those that were not, and what it leaves open. */
export function AboutFile({ about }: { about: About | undefined }) {
  if (about === undefined) return null;
  return (
    <details className={styles.about} open={about.uncertain.length > 0}>
      <summary>
        {`The file: ${about.what}`}
        {about.uncertain.length > 0 && `, ${about.uncertain.length} uncertain`}
      </summary>
      <dl>
        {KINDS.map(([kind, title]) => {
          const sentences = about[kind];
          if (sentences.length === 0) return null;
          return (
            <div key={kind}>
              <dt>{title}</dt>
              {sentences.map((sentence) => (
                <dd key={sentence} className="small">
                  {sentence}
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </details>
  );
}
