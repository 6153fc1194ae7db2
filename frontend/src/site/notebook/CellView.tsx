import { memo, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import Prose from '@/steps/Prose';
import { Button } from '@/ui/Button';

import { CellEditor } from './CellEditor';
import type { Cell } from './format';
import styles from './notebook.module.css';
import { OutputView } from './OutputView';
import type { Running, Session } from './session';

interface CellViewProps {
  readonly session: Session;
  readonly cell: Cell;
  readonly place: number;
  readonly isLast: boolean;
  readonly turn: Running | 'waits' | null;
  readonly isFocused: boolean;
  readonly onFocus: (id: string | null) => void;
  /** Moves the caret to the next cell. */
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
    else if (isText) onFocus(id);
  };
  const edit = () => {
    setEdited(true);
    onFocus(id);
  };
  return (
    <section className={styles.cell} aria-label={name} data-kind={kind}>
      <div className={styles.turn}>
        {kind === 'code' && (
          <>
            <Button
              size="xs"
              aria-label={`Run ${name.toLowerCase()}`}
              aria-disabled={turn !== null}
              onClick={() => run(true)}
            >
              Run
            </Button>
            <Turn cell={cell} turn={turn} />
          </>
        )}
      </div>
      <div className={styles.body} onFocus={() => onFocus(null)}>
        {isRead ? (
          <ReadText text={source} isFocused={isFocused} onEdit={edit} onNext={onNext} />
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
        <CellActions {...props} isRead={isRead} onEdit={edit} onShow={() => run(true)} />
      </div>
    </section>
  );
});

const KIND_WORDS = { code: 'Python', markdown: 'text', raw: 'raw text' } as const;

interface ReadTextProps {
  readonly text: string;
  readonly isFocused: boolean;
  readonly onEdit: () => void;
  readonly onNext: () => void;
}

/** Has the focus where an editor would have it, so that Shift and Enter go through all cells. */
function ReadText({ text, isFocused, onEdit, onNext }: ReadTextProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) place.current?.focus();
  }, [isFocused]);
  return (
    <div
      ref={place}
      className={styles.prose}
      tabIndex={-1}
      onDoubleClick={onEdit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        if (event.shiftKey) onNext();
        else if (!event.ctrlKey && !event.metaKey) onEdit();
      }}
    >
      <Prose text={text} hasTerms={false} />
    </div>
  );
}

function Turn({ cell: { count }, turn }: Pick<CellViewProps, 'cell' | 'turn'>) {
  const isRunning = turn !== null && turn !== 'waits';
  return (
    <>
      <span role="status">
        {turn !== null && (isRunning ? 'runs' : 'waits')}
        {turn === null && count !== null && (
          <>
            [{count}]<span className="visually-hidden">, has run</span>
          </>
        )}
      </span>
      {isRunning && <HowFar running={turn} />}
    </>
  );
}

const TICK_MS = 1000;

/** A screen reader reads it on request: announced each time, it would drown all else. */
function HowFar({ running: { since, progress } }: { running: Running }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / TICK_MS));
  return (
    <>
      {progress !== null && (
        <>
          <progress aria-label="Runs that are done" value={progress.done} max={progress.of} />
          <span>
            {progress.done} of {progress.of} runs
          </span>
        </>
      )}
      <span role="timer">{seconds} s</span>
    </>
  );
}

interface CellActionsProps extends CellViewProps {
  readonly isRead: boolean;
  readonly onEdit: () => void;
  readonly onShow: () => void;
}

function CellActions(props: CellActionsProps) {
  const { session, cell, place, isLast, turn, isRead, onEdit, onShow, onFocus } = props;
  const { id, kind } = cell;
  const of = `cell ${place + 1}`;
  const add = (added: Cell['kind']) => onFocus(session.addBehind(id, added));
  // What is moved in the page loses the focus.
  const move = (by: -1 | 1) => (event: React.MouseEvent<HTMLButtonElement>) => {
    const { currentTarget } = event;
    flushSync(() => session.move(id, by));
    currentTarget.focus();
  };
  return (
    <div className={styles.actions}>
      {kind === 'markdown' && (
        <button
          type="button"
          aria-label={`${isRead ? 'Edit' : 'Show'} ${of}`}
          onClick={isRead ? onEdit : onShow}
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
        aria-disabled={place === 0}
        onClick={move(-1)}
      >
        Up
      </button>
      <button type="button" aria-label={`Move ${of} down`} aria-disabled={isLast} onClick={move(1)}>
        Down
      </button>
      {kind !== 'raw' && (
        <button
          type="button"
          aria-label={`To ${kind === 'code' ? 'text' : 'code'}: ${of}`}
          disabled={turn !== null}
          onClick={() => {
            onEdit();
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
