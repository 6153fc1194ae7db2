import { Button } from '@/ui/Button';
import type { Step } from '@/core/steps';

import styles from './step.module.css';
import type { NamedText } from './stepTexts';

interface NamedTextsProps {
  readonly title: string;
  readonly entries: readonly NamedText[];
}

/** Numbers by their names, with what they were before where that differs. */
export function NamedTexts({ title, entries }: NamedTextsProps) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={styles.part}>
      <h3>{title}</h3>
      <dl className={styles.named}>
        {entries.map(({ name, text, before }, place) => (
          <div key={place} data-changed={before !== '' || undefined}>
            <dt>{name}</dt>
            <dd className="number">
              {text}
              {before !== '' && <span className="quiet"> was {before}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface RanLinesProps {
  readonly step: Step;
  /** The text that the module was made of. */
  readonly text: string;
  readonly onGoTo: (line: number) => void;
}

/** The lines of the source that ran, in the order in which each first did. */
export function RanLines({ step, text, onGoTo }: RanLinesProps) {
  const source = text.split('\n');
  return (
    <section aria-label="Lines that ran" className={styles.part} data-wide>
      <h3>Lines that ran</h3>
      {step.lines.length === 0 && <p className="quiet">None: the function has no statement.</p>}
      {step.isCut && <p className="quiet">More than 4,096 ran; these are the last ones.</p>}
      <ol className={styles.lines}>
        {step.lines.map(([line, times]) => (
          <li key={line}>
            <Button
              size="compact"
              aria-label={`${line}: go to line`}
              onClick={() => onGoTo(line)}
            >{`${line}`}</Button>
            <code>{source[line - 1]?.trim() ?? ''}</code>
            {times > 1 && <span className="quiet number">{`${times}×`}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
