import { inText } from '@/analysis/experiment/document';
import type { JsonObject } from '@/analysis/scenario/fieldPath';
import { fieldAt } from '@/analysis/scenario/fields';
import { withNames } from '@/analysis/scenario/groupNames';
import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import { useChoosableAlgorithms } from '@/api/modules';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { BottleneckSection } from './BottleneckSection';
import styles from '../fields/field.module.css';
import { FieldProblems } from '../fields/FieldProblems';
import { FlowsSection } from './FlowsSection';
import { FormContext, type FormState } from '../fields/formContext';
import { LinksSection } from './LinksSection';
import { RunSection, SenderSection } from './RunSections';
import type { CheckedText } from '../document/useCheckedText';
import type { EditedDocument } from '../document/useDocument';
import { useGroups } from '../document/useGroups';
import type { Varying } from '../vary/useVarying';

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
