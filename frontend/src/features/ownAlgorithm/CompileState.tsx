import { countOf } from '@/analysis/numbers/shown';
import { Button } from '@/ui/Button';

import type { CompiledText } from './compiler/useCompiled';
import styles from './write.module.css';

interface CompileStateProps {
  /** null: nothing was compiled yet. */
  readonly answer: CompiledText | null;
  /** Of what is in the editor now. */
  readonly isCurrent: boolean;
  readonly onGoTo: (place: number) => void;
}

/** What the compiler says: it works, a module, or what is wrong and where. */
export function CompileState({ answer, isCurrent, onGoTo }: CompileStateProps) {
  return (
    <section className={styles.state} aria-busy={!isCurrent} data-old={!isCurrent || undefined}>
      <h2>Compiler</h2>
      <p role="status">{words(answer, isCurrent)}</p>
      {answer !== null && 'problems' in answer.compiled && (
        <ul aria-label="Errors">
          {answer.compiled.problems.map(({ from, message }, index) => (
            <li key={index}>
              <Button size="compact" onClick={() => onGoTo(from)}>
                {`Line ${answer.text.slice(0, from).split('\n').length}`}
              </Button>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function words(answer: CompiledText | null, isCurrent: boolean): string {
  if (answer === null) return 'The compiler is loading: about 4 MB, once.';
  if (!isCurrent) return 'Compiling.';
  if ('bytes' in answer.compiled)
    return `Compiled: a module of ${answer.compiled.bytes.length} bytes.`;
  return `${countOf(answer.compiled.problems.length, 'error')}.`;
}
