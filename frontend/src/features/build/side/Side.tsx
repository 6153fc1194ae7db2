import { Link } from '@tanstack/react-router';
import clsx from 'clsx';

import { expectationsOf } from '@/analysis/scenario/expectations';
import { getAt, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt } from '@/analysis/scenario/fields/fields';
import type { Problem } from '@/analysis/scenario/problems/problems';
import { problemTexts } from '@/analysis/scenario/problems/problemTexts';
import { usePresets, useScenarioSchema } from '@/api/catalog';
import { ProblemError } from '@/api/http/problem';
import { type StartPreview, SeedPreview } from '@/preview/SeedPreview';
import type { Outcome } from '@/state/drafts';
import { Note } from '@/ui/Note';

import styles from '../build.module.css';
import type { CheckedText } from '../document/useCheckedText';
import type { EditedDocument } from '../document/useDocument';
import type { Refusal } from '../document/useOpening';
import { Changes } from './Changes';
import { DerivedNumbers } from './DerivedNumbers';

const NOT_KEPT = {
  full: 'This draft is not saved: there is no room for more. Delete some under My work.',
  refused: 'This draft is not saved: the browser’s storage is blocked or full.',
} as const;

export const PROBLEMS_ID = 'problems';

interface SideProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
  /** Of the scenario and of the axes. */
  readonly problems: readonly Problem[];
  readonly startError: Error | null;
  /** A file that was not opened. */
  readonly refusal: Refusal | null;
  readonly outcome: Outcome;
  /** A single problem is said at its field, and there only. */
  readonly isForm: boolean;
  readonly startPreview: React.RefObject<StartPreview>;
  readonly onGoTo: (problem: Problem) => void;
}

/** What is wrong, what follows, and what has changed. */
export function Side(props: SideProps) {
  const { document, checked, problems, startError, refusal, outcome, isForm, onGoTo } = props;
  return (
    <aside className={clsx('parts', styles.side)}>
      <div id={PROBLEMS_ID} aria-live="polite">
        <NotKept outcome={outcome} />
        {startError !== null && <NotStarted error={startError} />}
        {refusal !== null && (
          <Note tone="bad" title={refusal.title}>
            {refusal.message}
          </Note>
        )}
        {checked.isUnreachable && (
          <Note
            tone="warn"
            title="The lab does not answer, so the scenario is checked against its schema only."
          />
        )}
        {problems.length > (isForm ? 1 : 0) && (
          <Problems {...{ problems, isForm, onGoTo }} scenario={checked.value} />
        )}
      </div>
      <DerivedNumbers checked={checked} />
      <SeedPreview
        scenario={checked.scenario}
        shares={checked.checked?.derived}
        startPreview={props.startPreview}
      />
      <Expect checked={checked} />
      <Changes document={document} checked={checked} />
    </aside>
  );
}

function NotKept({ outcome }: { outcome: Outcome }) {
  return outcome === 'kept' ? null : <Note tone="warn" title={NOT_KEPT[outcome]} />;
}

function NotStarted({ error }: { error: Error }) {
  return (
    <Note tone="bad" title="The run was not started">
      {error instanceof ProblemError ? error.detail : error.message}
    </Note>
  );
}

const MOST_SHOWN = 30;

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly scenario: JsonObject | null;
  /** The way leads to the field, else to the line. */
  readonly isForm: boolean;
  readonly onGoTo: (problem: Problem) => void;
}

/** What is wrong, field by field, with the way to it. */
function Problems({ problems, scenario, isForm, onGoTo }: ProblemsProps) {
  return (
    <section className={styles.problems}>
      <h2>Problems</h2>
      <ul>
        {problems.slice(0, MOST_SHOWN).map((problem) => (
          <li key={`${problem.path} ${problem.message}`}>
            {isForm ? (
              <FormSentence problem={problem} scenario={scenario} />
            ) : (
              <Sentence problem={problem} />
            )}
            {(isForm || problem.line !== null) && (
              <button
                type="button"
                className={styles.lineLink}
                aria-label={wayTo(problem, isForm)}
                onClick={() => onGoTo(problem)}
              >
                {isForm || problem.line === null ? 'show' : `line ${problem.line}`}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN && (
        <p className="quiet small">{`${problems.length - MOST_SHOWN} more not shown`}</p>
      )}
    </section>
  );
}

function wayTo({ path, line }: Problem, isForm: boolean): string {
  return isForm || line === null ? `Show ${path}` : `Go to line ${line}`;
}

/** The form's words: its titles, and the units that are typed there. */
function FormSentence(props: { problem: Problem; scenario: JsonObject | null }) {
  const { problem, scenario } = props;
  const schema = useScenarioSchema();
  const field = fieldAt(schema.data, problem.path, scenario);
  if (field === null) return <Sentence problem={problem} />;
  const { what, rest } = problemTexts(problem, field, getAt(scenario, problem.path));
  const isNamed = what === field.title;
  return (
    <span>
      <b className={styles.bad}>{isNamed ? what : `${field.title}:`}</b>
      {isNamed ? rest : ` ${what} ${rest}`}
    </span>
  );
}

function Sentence({ problem: { path, message } }: { problem: Problem }) {
  const hasPath = path !== '' && message.startsWith(path);
  return (
    <span>
      {hasPath && <b className={styles.bad}>{path}</b>}
      {hasPath ? message.slice(path.length) : message}
    </span>
  );
}

/** What known cases let one expect, with what was measured there. */
function Expect({ checked }: { checked: CheckedText }) {
  const presets = usePresets();
  const bufferBdp = checked.checked?.derived.buffer_bdp;
  if (checked.scenario === null || checked.isStale || bufferBdp === undefined) return null;
  const known = expectationsOf(checked.scenario, bufferBdp);
  if (known.length === 0) return null;
  return (
    <section className={styles.expect}>
      <h2>What to expect</h2>
      {known.map(({ text, presetId }) => {
        const preset = presets.data?.find(({ id }) => id === presetId);
        return (
          <div key={presetId}>
            <p>{text}</p>
            {preset !== undefined && (
              <p className="small quiet">
                {`Measured in “${preset.title}” (${preset.setting}): ${preset.sentence} `}
                <Link to="/build" search={{ preset: presetId, variant: 0 }}>
                  Open that case
                </Link>
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}
