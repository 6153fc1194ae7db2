import { memo, useState } from 'react';

import Prose from '@/steps/Prose';
import { Button } from '@/ui/Button';

import { CellEditor } from './CellEditor';
import type { Cell } from './format';
import styles from './notebook.module.css';
import { OutputView } from './OutputView';
import type { Session } from './session';

interface CellViewProps {
  readonly session: Session;
  readonly cell: Cell;
  readonly place: number;
  readonly isLast: boolean;
  /** `runs`: the first of those that wait. */
  readonly turn: 'runs' | 'waits' | null;
  readonly isFocused: boolean;
  readonly onFocus: (id: string | null) => void;
  /** The caret goes on to the next cell. */
  readonly onNext: () => void;
}

/** A cell: what it is, its text, and below what came out. */
export const CellView = memo(function CellView(props: CellViewProps) {
  const { session, cell, place, turn, isFocused, onFocus, onNext } = props;
  const { id, kind, source, outputs } = cell;
  const [isEdited, setEdited] = useState(source === '');
  const isText = kind === 'markdown';
  const isRead = isText && !isEdited && source.trim() !== '';
  const name = `Cell ${place + 1}`;
  const run = (isToStay: boolean) => {
    if (isText) setEdited(false);
    else session.run(id);
    if (!isToStay) onNext();
  };
  return (
    <section className={styles.cell} aria-label={name} data-kind={kind}>
      <div className={styles.turn}>
        {kind === 'code' && (
          <>
            <Button
              size="xs"
              aria-label={`Run ${name.toLowerCase()}`}
              disabled={turn !== null}
              onClick={() => run(true)}
            >
              Run
            </Button>
            <span role="status">{turnWords(cell, turn)}</span>
          </>
        )}
      </div>
      <div className={styles.body} onFocus={() => onFocus(null)}>
        {isRead ? (
          <div className={styles.prose} onDoubleClick={() => setEdited(true)}>
            <Prose text={source} hasTerms={false} />
          </div>
        ) : (
          <div className={styles.editor}>
            <CellEditor
              key={kind}
              label={`${name}, ${KIND_WORDS[kind]}`}
              isCode={kind === 'code'}
              startText={source}
              isFocused={isFocused}
              onChange={(text) => session.setSource(id, text)}
              onRun={run}
            />
          </div>
        )}
        {outputs.length > 0 && (
          <div className={styles.outputs}>
            {outputs.map((output, index) => (
              <OutputView key={index} output={output} />
            ))}
          </div>
        )}
        <CellActions {...props} isRead={isRead} onEdited={setEdited} />
      </div>
    </section>
  );
});

const KIND_WORDS = { code: 'Python', markdown: 'text', raw: 'raw text' } as const;

function turnWords({ count }: Cell, turn: CellViewProps['turn']): string {
  if (turn === 'waits') return 'waits';
  if (turn === 'runs') return 'runs';
  return count === null ? '' : `[${count}]`;
}

interface CellActionsProps extends CellViewProps {
  readonly isRead: boolean;
  readonly onEdited: (isEdited: boolean) => void;
}

function CellActions(props: CellActionsProps) {
  const { session, cell, place, isLast, turn, isRead, onEdited, onFocus } = props;
  const { id, kind } = cell;
  const of = `cell ${place + 1}`;
  const add = (added: Cell['kind']) => onFocus(session.addBehind(id, added));
  return (
    <div className={styles.actions}>
      {kind === 'markdown' && (
        <button
          type="button"
          aria-label={`${isRead ? 'Edit' : 'Show'} ${of}`}
          onClick={() => {
            onEdited(isRead);
            if (isRead) onFocus(id);
          }}
        >
          {isRead ? 'Edit' : 'Show'}
        </button>
      )}
      <button type="button" aria-label={`Add code behind ${of}`} onClick={() => add('code')}>
        Add code
      </button>
      <button type="button" aria-label={`Add text behind ${of}`} onClick={() => add('markdown')}>
        Add text
      </button>
      <button
        type="button"
        aria-label={`Move ${of} up`}
        disabled={place === 0}
        onClick={() => session.move(id, -1)}
      >
        Up
      </button>
      <button
        type="button"
        aria-label={`Move ${of} down`}
        disabled={isLast}
        onClick={() => session.move(id, 1)}
      >
        Down
      </button>
      {kind !== 'raw' && (
        <button
          type="button"
          aria-label={`Make ${of} ${kind === 'code' ? 'text' : 'code'}`}
          disabled={turn !== null}
          onClick={() => {
            onEdited(true);
            session.setKind(id, kind === 'code' ? 'markdown' : 'code');
          }}
        >
          {kind === 'code' ? 'To text' : 'To code'}
        </button>
      )}
      <button
        type="button"
        aria-label={`Delete ${of}`}
        disabled={turn !== null}
        onClick={() => session.remove(id)}
      >
        Delete
      </button>
    </div>
  );
}
