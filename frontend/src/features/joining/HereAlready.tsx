import { Link } from '@tanstack/react-router';

import type { ClassCode } from '@/api/classTypes';
import { Button } from '@/ui/Button';

import styles from './join.module.css';

interface HereAlreadyProps {
  readonly found: ClassCode;
  /** null: nobody can join now. */
  readonly onAnother: (() => void) | null;
}

/** Who is in the class in this browser already: one of them goes on, or another person joins. */
export function HereAlready({ found, onAnother }: HereAlreadyProps) {
  return (
    <section className={styles.fields} aria-labelledby="here-already">
      <h2 id="here-already">Is it you?</h2>
      {found.here.map(({ attempt_id, alias, number }) => (
        <Button
          key={attempt_id}
          variant="filled"
          fullWidth
          renderRoot={(props) => (
            <Link to="/labs/attempts/$attemptId" params={{ attemptId: attempt_id }} {...props} />
          )}
        >
          {`Go on as ${alias} (${number})`}
        </Button>
      ))}
      {onAnother !== null && (
        <Button fullWidth onClick={onAnother}>
          I am somebody else
        </Button>
      )}
      <p className="small quiet">
        Whoever uses this browser can open the work of all who have joined in it.
      </p>
    </section>
  );
}
