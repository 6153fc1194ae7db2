import { inText } from '@/analysis/experiment/document';
import type { JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt, fieldsBelow } from '@/analysis/scenario/fields/fields';
import { withNames } from '@/analysis/scenario/groupNames';
import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import { useChoosableAlgorithms } from '@/api/algorithms/modules';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import type { CheckedText } from '../document/useCheckedText';
import type { EditedDocument } from '../document/useDocument';
import { useGroups } from '../document/useGroups';
import { AnyField } from '../fields/AnyField';
import styles from '../fields/field.module.css';
import { FieldProblems } from '../fields/FieldProblems';
import { Fold } from '../fields/Fold';
import { FormContext, type FormState, useForm } from '../fields/formContext';
import { NumberField } from '../fields/NumberField';
import { DURATION_SCALE, PACKET_SCALE, warmupScale } from '../fields/scales';
import { SeedsField } from '../fields/SeedsField';
import type { Varying } from '../vary/useVarying';
import { BottleneckSection } from './BottleneckSection';
import { FlowsSection } from './FlowsSection';
import { LinksSection } from './LinksSection';

interface ScenarioFormProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
  readonly onJson: () => void;
  /** The flow group that must be in sight. */
  readonly row: number;
  readonly onRow: (row: number) => void;
  readonly varying: Varying;
}

/** The scenario as a form. It edits the same text as the JSON view, field by field. */
export function ScenarioForm(props: ScenarioFormProps) {
  const { document, checked, onJson, row, onRow, varying } = props;
  const schema = useScenarioSchema();
  const algorithms = useChoosableAlgorithms(checked.value);
  const edits = useGroups(document, checked);
  const titleOf = useAlgorithmTitle();
  if (checked.value === null) {
    return (
      <div className={styles.notJson}>
        <Note
          tone="bad"
          title="The text is not JSON, so the form cannot show it."
          action={{ label: 'Fix the JSON', onClick: onJson }}
        >
          {checked.problems[0]?.message}
        </Note>
      </div>
    );
  }
  const { scenario, checked: answer, isStale } = checked;
  const form: FormState = {
    schema: schema.data,
    scenario: checked.value,
    problems: checked.problems,
    algorithms: algorithms.data ?? [],
    derived: scenario === null || isStale ? null : (answer?.derived ?? null),
    set: (fields) =>
      document.set(inText(withNames(checked.value, fields, titleOf), checked.prefix)),
    varying,
  };
  return (
    <FormContext value={form}>
      <form
        className={styles.form}
        inert={varying.original !== null}
        aria-label="Form"
        aria-busy={schema.data === undefined || undefined}
        onSubmit={(event) => event.preventDefault()}
      >
        <FieldProblems problems={form.problems.filter(({ path }) => !hasPlace(form, path))} />
        {schema.error !== null && schema.data === undefined && (
          <Note tone="bad" title="The schema of scenarios could not be loaded.">
            <Button onClick={() => void schema.refetch()}>Try again</Button>
          </Note>
        )}
        {schema.data !== undefined && (
          <>
            <BottleneckSection />
            <LinksSection />
            <FlowsSection edits={edits} row={row} onRow={onRow} />
            <RunSection />
            <SenderSection />
            <p className="faint small">
              n adds flows; Alt with an arrow moves a row. Ctrl-Z or Cmd-Z undoes, with Shift
              redoes. Drop a file here, or paste JSON outside a field, to replace the scenario.
            </p>
          </>
        )}
      </form>
    </FormContext>
  );
}

/** A problem of a flow group is shown at its row, one of a field at the field. */
function hasPlace({ schema, scenario }: { schema: unknown; scenario: JsonObject }, path: string) {
  if (/^flows\.\d/.test(path)) return true;
  const field = fieldAt(schema, path, scenario);
  // The name is in the head of the page, without room for a sentence.
  return field !== null && field.kind !== 'list' && field.kind !== 'map' && path !== 'name';
}

const MAIN = ['duration_s', 'warmup_s', 'packet_bytes'];
// Edited elsewhere on the page: in the head, as sections of their own.
const ELSEWHERE = /^(name|version|bottleneck|links|flows|transport)(\.|$)/;

/** How long, how much of it counts, and what a packet is. */
function RunSection() {
  const { schema, scenario } = useForm();
  const rest = fieldsBelow(schema, '', scenario)
    .map(({ path }) => path)
    .filter((path) => !MAIN.includes(path) && !ELSEWHERE.test(path));
  return (
    <section>
      <div className={styles.heading}>
        <h2>Run</h2>
      </div>
      <div className={styles.grid}>
        <NumberField path="duration_s" scale={DURATION_SCALE} />
        <NumberField path="warmup_s" scale={warmupScale(scenario)} />
        <NumberField path="packet_bytes" scale={PACKET_SCALE} />
        <SeedsField />
      </div>
      <FoldedFields title="More of the run" paths={rest} />
    </section>
  );
}

/** The TCP sender below the congestion control. */
function SenderSection() {
  const { schema, scenario } = useForm();
  const paths = fieldsBelow(schema, 'transport', scenario).map(({ path }) => path);
  if (paths.length === 0) return null;
  return (
    <section>
      <div className={styles.heading}>
        <h2>Sender</h2>
        <span className="quiet">Settings shared by all senders, below congestion control.</span>
      </div>
      <FoldedFields title="Initial window, timeout, bursts, pacing" paths={paths} />
    </section>
  );
}

function FoldedFields({ title, paths }: { title: string; paths: readonly string[] }) {
  const { problems } = useForm();
  const hasProblem = problems.some(({ path }) => paths.includes(path));
  return (
    <Fold title={title} isForced={hasProblem}>
      <div className={styles.grid}>
        {paths.map((path) => (
          <AnyField key={path} path={path} />
        ))}
      </div>
    </Fold>
  );
}
