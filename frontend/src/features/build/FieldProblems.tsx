import { getAt } from '@/analysis/scenario/fieldPath';
import { fieldAt, type Field } from '@/analysis/scenario/fields';
import { valueText } from '@/analysis/scenario/fieldWords';
import { problemWords } from '@/analysis/scenario/problemWords';
import type { Problem } from '@/analysis/scenario/problems';
import { repairsOf, type Repair } from '@/analysis/scenario/repairs';
import { Button } from '@/ui/Button';

import styles from './field.module.css';
import { useForm } from './formContext';

/** What is wrong, why, and buttons that mend it, right where it is. */
export function FieldProblems(props: { id?: string | undefined; problems: readonly Problem[] }) {
  const { id, problems } = props;
  return (
    <div id={id} aria-live="polite">
      {problems.map((problem) => (
        <OneProblem key={`${problem.path} ${problem.message}`} problem={problem} />
      ))}
    </div>
  );
}

function OneProblem({ problem }: { problem: Problem }) {
  const { schema, scenario } = useForm();
  const { path, bound } = problem;
  const field = fieldAt(schema, path, scenario);
  const { what, rest } = problemWords(problem, field, getAt(scenario, path));
  return (
    <div className={styles.problem}>
      <p>
        <b className={styles.bad}>{what}</b>
        {rest.startsWith(' ') || rest.startsWith(':') ? rest : ` ${rest}`}
      </p>
      <Repairs repairs={repairsOf({ path, bound }, field, scenario)} />
    </div>
  );
}

function Repairs({ repairs }: { repairs: readonly Repair[] }) {
  const { schema, scenario, set } = useForm();
  return repairs.map((repair) => (
    <Button
      key={repair.path}
      size="xs"
      onClick={(event) => {
        // The button goes with its problem: the field takes the focus over.
        const place = event.currentTarget.closest('[role="group"], section');
        place?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
        set({ [repair.path]: repair.value });
      }}
    >
      {repairText(repair, fieldAt(schema, repair.path, scenario))}
    </Button>
  ));
}

function repairText({ path, value }: Repair, field: Field | null): string {
  if (value === undefined) return `Take ${path.split('.').at(-1) ?? path} away`;
  return `Set ${shortName(path, field)} to ${valueText(field, value)}`;
}

function shortName(path: string, field: Field | null): string {
  if (path.endsWith('.rtt_s')) return 'RTT';
  if (path.endsWith('.delay_s')) return 'delay';
  return (field?.title ?? path).toLowerCase();
}
