import { movedField } from '@/analysis/experiment/fields';
import type { Meaning } from '@/analysis/numbers/reading';
import { refusalOf } from '@/analysis/numbers/refusal';
import { takesOf, type ShownUnit } from '@/analysis/numbers/typing';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, type Field } from '@/analysis/scenario/fields/fields';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';
import { isNumeric, problemTexts } from '@/analysis/scenario/problems/problemTexts';
import type { Problem } from '@/analysis/scenario/problems/problems';
import { repairsOf, type Repair } from '@/analysis/scenario/problems/repairs';
import { Button } from '@/ui/Button';

import styles from './field.module.css';
import { useForm } from './formContext';

interface FieldProblemsProps {
  readonly id?: string | undefined;
  readonly problems: readonly Problem[];
  /** The unit in which their field is typed, where it is not the field's own. */
  readonly shown?: Partial<ShownUnit>;
  /** A number with a unit that the field can change to. */
  readonly onUnit?: ((meaning: Meaning) => void) | undefined;
}

/** The problems of a field, why they are problems, and buttons that fix them. */
export function FieldProblems({ id, problems, shown, onUnit }: FieldProblemsProps) {
  return (
    <div id={id} aria-live="polite">
      {problems.map((problem) => (
        <OneProblem
          key={`${problem.path} ${problem.message}`}
          problem={problem}
          shown={shown}
          onUnit={onUnit}
        />
      ))}
    </div>
  );
}

interface OneProblemProps extends Pick<FieldProblemsProps, 'onUnit'> {
  readonly problem: Problem;
  readonly shown: Partial<ShownUnit> | undefined;
}

function OneProblem({ problem, shown, onUnit }: OneProblemProps) {
  const { schema, scenario, algorithms } = useForm();
  const { path, bound } = problem;
  const moved = movedField(path, { schema, scenario, algorithms });
  const field = moved.field ?? fieldAt(schema, path, scenario);
  const unit = shown ?? { unit: moved.unit, factor: moved.factor };
  const value = getAt(scenario, path);
  const { what, rest } = problemTexts(problem, field, value, unit);
  const meanings = meaningsOf(value, field, unit);
  return (
    <div className={styles.problem}>
      <p>
        <b className={styles.bad}>{what}</b>
        {rest.startsWith(' ') || rest.startsWith(':') ? rest : ` ${rest}`}
      </p>
      {meanings === null ? (
        <Repairs repairs={repairsOf({ path, bound }, field, scenario)} />
      ) : (
        <Meanings path={path} meanings={meanings} onUnit={onUnit} />
      )}
    </div>
  );
}

/** Possible meanings of a typed text; null: it is a number, or the field has no unit. */
function meaningsOf(value: unknown, field: Field | null, shown: Partial<ShownUnit>) {
  if (typeof value !== 'string' || field === null || !isNumeric(field)) return null;
  return refusalOf(value, takesOf(field, shown))?.meanings ?? null;
}

interface MeaningsProps extends Pick<FieldProblemsProps, 'onUnit'> {
  readonly path: string;
  readonly meanings: readonly Meaning[];
}

function Meanings({ path, meanings, onUnit }: MeaningsProps) {
  const { set } = useForm();
  return meanings.map((meaning) => (
    <Button
      key={meaning.text}
      size="xs"
      onClick={(event) => {
        focusField(event.currentTarget);
        if (onUnit !== undefined && meaning.unit !== null) onUnit(meaning);
        else set({ [path]: meaning.value });
      }}
    >
      {`Set to ${meaning.text}`}
    </Button>
  ));
}

/** A button goes with its problem: the field takes the focus over. */
function focusField(button: HTMLElement): void {
  const place = button.closest('[role="group"], section');
  place?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

function Repairs({ repairs }: { repairs: readonly Repair[] }) {
  const { schema, scenario, set } = useForm();
  return repairs.map((repair) => (
    <Button
      key={repair.path}
      size="xs"
      onClick={(event) => {
        focusField(event.currentTarget);
        set({ [repair.path]: repair.value });
      }}
    >
      {repairText(repair, fieldAt(schema, repair.path, scenario))}
    </Button>
  ));
}

function repairText({ path, value }: Repair, field: Field | null): string {
  if (value === undefined) return `Remove ${path.split('.').at(-1) ?? path}`;
  return `Set ${shortName(path, field)} to ${valueText(field, value)}`;
}

function shortName(path: string, field: Field | null): string {
  if (path.endsWith('.rtt_s')) return 'RTT';
  if (path.endsWith('.delay_s')) return 'delay';
  return (field?.title ?? path).toLowerCase();
}
