import { useEffect, useRef } from 'react';

import type { CursorStore } from '@/analysis/replay/clock';
import type { Scenario } from '@/api/types';
import type { Step } from '@/core/steps';
import { Note } from '@/ui/Note';

import type { DebugText } from '../compiler/useCompiled';
import { StepControls } from './StepControls';
import { NamedTexts, RanLines } from './StepFacts';
import styles from './step.module.css';
import { useStepping, type Stepping } from './useStepping';
import { Watches } from './Watches';
import {
  controlsOf,
  declaredIn,
  fieldsOf,
  functionOf,
  momentOf,
  secondsOf,
  titleOf,
  variablesOf,
} from './stepTexts';

interface StepPartProps {
  readonly scenario: Scenario;
  /** null: there is none yet. */
  readonly debug: DebugText | null;
  readonly text: string;
  readonly clock: CursorStore;
  /** Where the curves were pointed at, by a click or Enter; another object each time. */
  readonly pointed: { readonly seconds: number } | null;
  readonly watches: readonly string[];
  readonly onWatches: (watches: readonly string[]) => void;
  /** Lines of the text that ran in the shown step. */
  readonly onLines: (lines: readonly number[]) => void;
  readonly onGoTo: (line: number) => void;
  readonly onClose: () => void;
}

/** One event after the other of the algorithm's first connection. */
export function StepPart(props: StepPartProps) {
  const { scenario, debug, text, clock, pointed, watches, onLines } = props;
  const stepping = useStepping(scenario, debug);
  const { step, begin } = stepping;
  const beginAt = useRef(begin);
  useEffect(() => {
    beginAt.current = begin;
  });
  useEffect(() => {
    if (pointed !== null) beginAt.current(pointed.seconds);
  }, [pointed]);
  useEffect(() => {
    if (step !== null) clock.place(secondsOf(step));
  }, [clock, step]);
  const isOfText = stepping.debug?.text === text;
  useEffect(() => {
    onLines(step === null || !isOfText ? [] : step.lines.map(([line]) => line));
  }, [step, isOfText, onLines]);
  // Closed, nothing is marked.
  useEffect(() => () => onLines([]), [onLines]);
  return (
    <section aria-busy={stepping.isBusy || debug === null} className={styles.whole}>
      <h2>Step through</h2>
      <p className="small quiet">
        The first connection of the algorithm, event by event; the run stays the same. A click on a
        curve, or Enter at its cursor, begins there.
      </p>
      <StepControls
        stepping={stepping}
        durationSeconds={scenario.duration_s}
        onClose={props.onClose}
      />
      <StepState stepping={stepping} debug={debug} />
      <div className={styles.parts}>
        <Watches
          watches={watches}
          debug={debug}
          step={step}
          valued={stepping.debug}
          onChange={props.onWatches}
        />
        {step !== null && <StepFacts stepping={stepping} step={step} onGoTo={props.onGoTo} />}
      </div>
    </section>
  );
}

export default StepPart;

interface StateProps {
  readonly stepping: Stepping;
  readonly debug: DebugText | null;
}

/** Which event is shown, or why none is. */
function StepState({ stepping, debug }: StateProps) {
  const { step, problem } = stepping;
  const refusal =
    debug !== null && 'problems' in debug.compiled ? debug.compiled.problems[0] : null;
  return (
    <>
      <p role="status" className={styles.event}>
        {step === null ? (
          <span>{waitingWords(stepping, debug)}</span>
        ) : (
          <>
            <strong>{titleOf(step)}</strong>
            <span className="number">{momentOf(step)}</span>
            <span className="quiet">{`event ${step.index + 1}`}</span>
            {step.problem !== '' && (
              <span className={styles.wrong}>{`The algorithm failed here: ${step.problem}.`}</span>
            )}
          </>
        )}
      </p>
      {refusal != null && (
        <Note tone="bad" title="This text cannot be stepped through">
          {refusal.message}
        </Note>
      )}
      {problem !== '' && (
        <Note tone="warn" title="The run ended early">
          {problem}
        </Note>
      )}
    </>
  );
}

function waitingWords({ isBusy, isAnswered, again }: Stepping, debug: DebugText | null): string {
  if (debug === null) return 'A module for stepping is being compiled.';
  if (isBusy) return 'Computing the events.';
  if (isAnswered) return 'The first connection has no such event.';
  return again === null
    ? 'No event could be computed: change the text or the scenario.'
    : 'No event was computed yet: compute again, or begin at an earlier time, which is faster.';
}

interface FactsProps {
  readonly stepping: Stepping;
  readonly step: Step;
  readonly onGoTo: (line: number) => void;
}

function StepFacts({ stepping, step, onGoTo }: FactsProps) {
  const { last, debug } = stepping;
  if (debug === null || !('bytes' in debug.compiled)) return null;
  return (
    <>
      <NamedTexts
        title="Resulting controls"
        entries={controlsOf(step, last, declaredIn(debug.text))}
      />
      <RanLines step={step} text={debug.text} onGoTo={onGoTo} />
      <NamedTexts title="Variables" entries={variablesOf(step, last, debug.compiled.variables)} />
      <NamedTexts title={`Event passed to ${functionOf(step)}`} entries={fieldsOf(step)} />
    </>
  );
}
