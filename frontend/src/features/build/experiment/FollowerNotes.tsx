import { confounders } from '@/analysis/experiment/followers';
import type { ExperimentChecked } from '@/api/experiments';
import { Button } from '@/ui/Button';

import styles from './bar.module.css';
import type { Varying } from '../vary/useVarying';

interface FollowerNotesProps {
  readonly answer: ExperimentChecked | undefined;
  readonly varying: Varying;
}

/** What moves along with an axis although it is not varied, and one press that keeps it still. */
export function FollowerNotes({ answer, varying }: FollowerNotesProps) {
  const found = confounders(answer?.axes ?? []);
  if (found.length === 0) return null;
  return (
    <ul className={styles.followers}>
      {found.map(({ sentence, repairs }) => (
        <li key={sentence}>
          <span>{sentence}</span>
          {varying.original === null &&
            repairs.map(({ title, fields }) => (
              <Button key={title} size="xs" onClick={() => varying.set(inBase(fields))}>
                {title}
              </Button>
            ))}
        </li>
      ))}
    </ul>
  );
}

function inBase(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([path, value]) => [`base.${path}`, value]));
}
