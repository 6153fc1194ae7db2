import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';

import { useScenarioSchema } from '@/api/catalog';
import { useRunStep, type Attempt, type Settings } from '@/api/classes/labs';
import { ProblemError } from '@/api/http/problem';
import { hasServer } from '@/api/http/transport';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { SeedPreview } from '@/preview/SeedPreview';
import { countOf } from '@/texts/counts';
import { Note } from '@/ui/Note';

import { AttemptTable } from './AttemptTable';
import { useWorkBlocked } from '../attempt/workBlocked';
import { runsOf, type RunStepFile, type StepFile } from '@/steps/labFile';
import { useStepDraft } from '@/state/stepDraft';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';
import { changedOnly, fieldProblem, openFields, withSettings, type Open } from '@/steps/openFields';
import { RunResult } from './RunResult';
import { SettingsFields } from './SettingsFields';
import styles from './run.module.css';
import { Withheld } from './Withheld';

interface RunStepProps {
  readonly attempt: Attempt;
  readonly step: RunStepFile;
  readonly waitsFor: StepFile | null;
}

/** A run to look at, or settings to find; withheld until it is predicted. */
export function RunStep({ attempt, step, waitsFor }: RunStepProps) {
  const runs = runsOf(attempt, step.id);
  const last = runs.at(-1)?.settings ?? {};
  const [settings, setSettings] = useStepDraft<Settings>(attempt.id, step.id, last);
  const [chosenId, choose] = useState<string | null>(null);
  const start = useRunStep(attempt.id, step.id);
  const schema = useScenarioSchema();
  const held = useWorkBlocked();
  const opens = useOpens(step.fields, step.scenario, schema.data);
  const [isEdited, setEdited] = useState(false);
  const shown = runs.find(({ run_id }) => run_id === chosenId) ?? runs.at(-1);
  if (waitsFor !== null) return <Withheld prediction={waitsFor} action={t`Run`} />;
  const run = () =>
    start.mutate(changedOnly(settings, opens), { onSuccess: ({ id }) => choose(id) });
  const isFields = step.fields.length > 0;
  return (
    <div className={styles.run}>
      {isFields && schema.error !== null && (
        <NotLoaded
          what={t`The fields`}
          error={schema.error}
          onRetry={() => void schema.refetch()}
        />
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {isFields && (
          <SettingsFields
            {...{ opens, settings }}
            at={{ attempt: attempt.id, step: step.id }}
            problems={start.error instanceof ProblemError ? start.error.items : []}
            onChange={(next) => {
              setEdited(true);
              setSettings(next);
            }}
          />
        )}
        {(isFields || runs.length === 0) && (
          <Button
            type="submit"
            variant="filled"
            disabled={start.isPending || held !== null || (isFields && schema.data === undefined)}
          >
            {start.isPending ? t`Starting` : t`Run`}
          </Button>
        )}
      </form>
      {held !== null && <p className="small quiet">{held}</p>}
      <HiddenSeeds step={step} schema={schema.data} />
      {isEdited && held === null && <SettingsPreview {...{ step, settings, opens }} />}
      <NotRun error={start.error} opens={opens} />
      {(step.kind === 'goal' || runs.length > 1) && runs.length > 0 && (
        <AttemptTable
          {...{ runs, opens }}
          isGoal={step.kind === 'goal'}
          shownId={shown?.run_id}
          onShow={choose}
        />
      )}
      {shown !== undefined && (
        <RunResult key={shown.run_id} attempt={attempt} step={step} labRun={shown} />
      )}
    </div>
  );
}

/** The further conditions of a goal, before the first try. */
function HiddenSeeds({ step, schema }: { step: RunStepFile; schema: unknown }) {
  const fields = useMemo(() => rangesOf(step), [step]);
  const drawn = useOpens(fields, step.scenario, schema);
  const count = step.hidden_seeds ?? 0;
  if (count === 0) return null;
  const ranges = drawn
    .map(({ name, field }) => {
      const [from, to] = [valueText(field, field.minimum), valueText(field, field.maximum)];
      return t`${name} from ${from} to ${to}`;
    })
    .join(', ');
  return (
    <p className="small quiet">
      {hasServer()
        ? t`Judged with ${countOf(count, 'hiddenRun')} as well: each try is computed with them, too, and reaches the goal if all of its runs do.`
        : t`A class is judged with ${countOf(count, 'hiddenRun')} as well. This page has no server that could hide them: it shows what your own run reaches, ungraded.`}
      {ranges !== '' && ' '}
      {ranges !== '' && t`Their networks differ: ${ranges}.`}
    </p>
  );
}

/** The fields that students may change; the same array as long as they are equal. */
function useOpens(
  fields: RunStepFile['fields'],
  scenario: RunStepFile['scenario'],
  schema: unknown,
): readonly Open[] {
  return useMemo(
    () => (schema === undefined ? [] : openFields({ fields, scenario }, schema)),
    [fields, scenario, schema],
  );
}

/** The fields that the hidden runs of a goal draw, with their bounds. */
function rangesOf({ hidden_ranges: ranges = [] }: RunStepFile): RunStepFile['fields'] {
  return ranges.map((range) => ({ ...range, choices: null }));
}

interface SettingsPreviewProps {
  readonly step: RunStepFile;
  readonly settings: Settings;
  readonly opens: readonly Open[];
}

/**
 * One seed of the edited settings: a step that is only read computes nothing. A goal is found by
 * runs that are counted; curves under a slider would be tries that are not.
 */
function SettingsPreview({ step: { kind, scenario }, settings, opens }: SettingsPreviewProps) {
  const edited = useMemo(
    () => withSettings(scenario, settings, opens),
    [scenario, settings, opens],
  );
  return kind === 'goal' ? null : <SeedPreview scenario={edited} />;
}

/** Why a run was refused, unless it is said at a field. */
function NotRun({ error, opens }: { error: Error | null; opens: readonly Open[] }) {
  if (error === null) return null;
  const items = error instanceof ProblemError ? error.items : [];
  if (opens.some((open) => fieldProblem(items, open) !== null)) return null;
  return (
    <Note tone="bad" title={t`The step was not run`}>
      {error.message}
    </Note>
  );
}
