import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { stepsOf, textAt } from '@/analysis/labs/draft';
import { KIND_WORDS, kindTitle, STEP_KINDS } from '@/analysis/labs/newStep';
import { usePageKeys } from '@/state/keys';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import menu from '@/ui/overlay/menu.module.css';
import { Popover } from '@/ui/overlay/Popover';

import { useEditing } from './editing';
import { stepOfPath } from './problemTexts';
import styles from './rail.module.css';
import type { StepActions } from './useStepActions';

interface StepRailProps {
  readonly shown: number | null;
  readonly onChoose: (index: number | null) => void;
  readonly actions: StepActions;
  readonly isReading: boolean;
}

/** The steps of the lab in their order; on a phone their numbers. */
export function StepRail({ shown, onChoose, actions, isReading }: StepRailProps) {
  const { problems } = useEditing();
  const bad = new Set(problems.map(({ path }) => stepOfPath(path)));
  return (
    <nav className={styles.rail} aria-label={t`Steps`}>
      <p className="small">
        <Link to="/labs" activeOptions={{ exact: true }}>
          {t`All labs`}
        </Link>
      </p>
      <button
        type="button"
        className={styles.about}
        aria-current={(shown === null && !isReading) || undefined}
        onClick={() => onChoose(null)}
      >
        <span>{t`About the lab`}</span>
        {bad.has(null) && <ProblemMark />}
      </button>
      <StepItems shown={isReading ? null : shown} bad={bad} onChoose={onChoose} actions={actions} />
      <AddStep actions={actions} />
      {actions.deleted !== null && (
        <p className={styles.deleted}>
          {t`“${actions.deleted}” was deleted. `}
          <button type="button" className="ui-link" onClick={actions.bringBack}>
            {t`Bring it back`}
          </button>
        </p>
      )}
      <output className="visually-hidden">{actions.said}</output>
    </nav>
  );
}

interface StepItemsProps extends Pick<StepRailProps, 'shown' | 'onChoose' | 'actions'> {
  /** Steps with problems. */
  readonly bad: ReadonlySet<number | null>;
}

/** Moved by buttons at the step, by Alt and an arrow here, or by dragging. */
function StepItems({ shown, bad, onChoose, actions }: StepItemsProps) {
  const { draft } = useEditing();
  const [dragged, setDragged] = useState<number | null>(null);
  const onKeyDown = (event: React.KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    actions.move(index, event.key === 'ArrowUp' ? -1 : 1);
    // The keyboard stays with the step that has moved.
    const to = index + (event.key === 'ArrowUp' ? -1 : 1);
    const list = event.currentTarget.closest('ol');
    list?.querySelectorAll<HTMLElement>(':scope > li > button')[to]?.focus();
  };
  return (
    <ol className={styles.steps}>
      {stepsOf(draft).map((step, index) => (
        <li
          key={index}
          draggable
          data-dragged={dragged === index || undefined}
          onDragStart={() => setDragged(index)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => {
            if (dragged !== null) event.preventDefault();
          }}
          onDrop={() => {
            if (dragged !== null) actions.moveTo(dragged, index);
            setDragged(null);
          }}
        >
          <button
            type="button"
            className={styles.step}
            aria-current={shown === index || undefined}
            onClick={() => onChoose(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <span className={styles.mark} data-bad={bad.has(index) || undefined}>
              {index + 1}
            </span>
            <span className={styles.name}>{textAt(step, 'title') || t`Without a title`}</span>
            <span className={styles.kind}>
              {kindTitle(step)}
              {bad.has(index) && <ProblemMark />}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function ProblemMark() {
  return <b className="bad small">{t` ✕ to be fixed`}</b>;
}

/** One of each kind; it comes behind the step that is shown. */
function AddStep({ actions }: { actions: StepActions }) {
  const [isOpen, setOpen] = useState(false);
  usePageKeys({ n: () => setOpen(true) });
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="start"
      className={styles.kinds}
      target={
        <Button
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          rightSection={<Kbd>n</Kbd>}
        >
          {t`Add a step`}
        </Button>
      }
    >
      <div className={menu.menu}>
        {STEP_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            onClick={() => {
              setOpen(false);
              actions.add(kind);
            }}
          >
            <b>{KIND_WORDS[kind].title}</b>
            <small>{KIND_WORDS[kind].does}</small>
          </button>
        ))}
      </div>
    </Popover>
  );
}
