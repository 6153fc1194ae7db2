import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { formatCount } from '@/analysis/numbers/units';
import { setInText } from '@/analysis/scenario/fields/fieldPath';
import { ProblemError } from '@/api/http/problem';
import type { BuildView } from '@/state/url';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';
import { Note } from '@/ui/Note';

import styles from './canvas.module.css';
import { CanvasCells } from './CanvasCells';
import { CanvasChoices } from './CanvasChoices';
import { gridOf } from './canvasGrid';
import { useCheckedText, type CheckedText } from '../document/useCheckedText';
import { useDocument, type EditedDocument } from '../document/useDocument';
import { LAST_DRAFT, type Source } from '../document/useSource';
import { useRunKey, useStart } from '../document/useStart';
import { ExperimentProblems } from '../experiment/ExperimentProblems';
import { ExperimentSize } from '../experiment/ExperimentSize';
import { PrecisionField } from '../experiment/PrecisionField';
import { useCheckedExperiment, type CheckedExperiment } from '../experiment/useCheckedExperiment';
import { Fold } from '../fields/Fold';
import { SeedCount } from '../fields/SeedsField';
import { ScenarioForm } from '../form/ScenarioForm';
import { AxisEditor } from '../vary/AxisEditor';
import { useVarying, type Varying } from '../vary/useVarying';

const ADDRESS = { to: '/experiments/new', search: { draft: LAST_DRAFT } } as const;

interface CanvasProps {
  readonly source: Source;
  readonly view: BuildView;
}

/** One experiment from its base to its run, on one page: every choice shows what it costs. */
export function Canvas({ source, view }: CanvasProps) {
  const document = useDocument(source, ADDRESS);
  const checked = useCheckedText(document.text);
  const experiment = useCheckedExperiment(document.text, checked, document.base);
  const varying = useVarying(document, checked, null, true);
  const { start, isStarting, error } = useStart(document, checked.scenario, experiment);
  useRunKey(() => experiment?.definition != null && start());
  // Once it is edited, the form shows the same draft as this page.
  const fields = view.draft === LAST_DRAFT ? {} : view;
  if (experiment === null || checked.value === null) return <NotReadable />;
  return (
    <main className={styles.page}>
      <Head document={document} checked={checked} view={fields} />
      <div className={styles.work}>
        <div className={styles.steps}>
          <CanvasScenario {...{ document, checked, varying }} />
          <section aria-labelledby="canvas-vary">
            <h2 id="canvas-vary">What to vary</h2>
            <CanvasChoices varying={varying} />
            <p className="small">
              Every other field can be varied too: use the “vary” button next to it.
            </p>
          </section>
          <Seeds varying={varying} />
        </div>
        <CellsPreview experiment={experiment} />
      </div>
      <footer className={styles.foot}>
        <div className="stack">
          <Troubles experiment={experiment} varying={varying} checked={checked} error={error} />
          <ExperimentSize experiment={experiment} />
        </div>
        <Button
          variant="filled"
          disabled={experiment.definition === null || isStarting}
          onClick={start}
          rightSection={<Kbd>⌘↵</Kbd>}
        >
          {isStarting ? 'Starting' : runText(experiment.size.unitCount)}
        </Button>
      </footer>
      <AxisEditor varying={varying} experiment={experiment} />
    </main>
  );
}

function runText(unitCount: number): string {
  return unitCount === 1 ? 'Run' : `Run ${formatCount(unitCount)} runs`;
}

interface HeadProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
  readonly view: BuildView;
}

function Head({ document, checked, view }: HeadProps) {
  return (
    <header className={styles.head}>
      <h1>
        <input
          aria-label="Name"
          placeholder="Experiment without a name"
          value={checked.name}
          onChange={(event) =>
            document.change({ text: setInText(document.text, 'name', event.target.value) }, 'name')
          }
        />
      </h1>
      <p className="quiet">
        {`Begins with ${document.base?.title ?? 'a blank scenario'}.`}{' '}
        <Link to="/experiments/new">Begin with something else</Link>
      </p>
      <span className={styles.acts}>
        <Button disabled={!document.canUndo} onClick={document.undo}>
          Undo
        </Button>
        <Button disabled={!document.canRedo} onClick={document.redo}>
          Redo
        </Button>
        <Button renderRoot={(link) => <Link to="/build" search={view} {...link} />}>
          All fields
        </Button>
      </span>
      {document.outcome !== 'kept' && (
        <Note tone="warn" title="This draft is not saved: the browser’s storage is full." />
      )}
    </header>
  );
}

function Seeds({ varying }: { varying: Varying }) {
  const { seedCount, setSeedCount } = varying;
  return (
    <section aria-labelledby="canvas-seeds">
      <h2 id="canvas-seeds">How often</h2>
      <p className="row middle wraps" data-path="replications.count">
        <SeedCount
          className={styles.number}
          label="Seeds of each cell"
          count={seedCount}
          onCount={setSeedCount}
        />
        <span>{seedCount === 1 ? 'seed of every cell' : 'seeds of every cell'}</span>
      </p>
      <PrecisionField varying={varying} />
    </section>
  );
}

/** The cells as they will lie in the map. */
function CellsPreview({ experiment }: { experiment: CheckedExperiment }) {
  const { axes, known, size } = experiment;
  const grid = useMemo(() => gridOf(axes, known), [axes, known]);
  return (
    <aside className={styles.grid} aria-label="Cells">
      <h2>{size.cellCount === 1 ? 'One cell' : `${formatCount(size.cellCount)} cells`}</h2>
      <p className="quiet small">
        {axes.length === 0
          ? 'The scenario itself, with every seed. Choose what to vary to add cells.'
          : axes
              .map((_, axis) => formatCount(size.axisSizes[axis] ?? 0))
              .join(' × ')
              .concat(axes.length === 1 ? ' values of one axis' : ` values of ${axes.length} axes`)}
      </p>
      <CanvasCells grid={grid} cellCount={size.cellCount} />
    </aside>
  );
}

interface TroublesProps {
  readonly experiment: CheckedExperiment;
  readonly varying: Varying;
  readonly checked: CheckedText;
  readonly error: Error | null;
}

/** Problems of the base and of the axes, and why the start failed. */
function Troubles({ experiment, varying, checked, error }: TroublesProps) {
  const [first] = checked.problems;
  return (
    <>
      {error !== null && (
        <Note tone="bad" title="The experiment was not started">
          {error instanceof ProblemError ? error.detail : error.message}
        </Note>
      )}
      {first !== undefined && (
        <Note tone="bad" title="The scenario has a problem: fix it above.">
          {first.message}
        </Note>
      )}
      <ExperimentProblems experiment={experiment} varying={varying} />
    </>
  );
}

function NotReadable() {
  return (
    <main className="page-state">
      <Note tone="bad" title="The draft is not valid JSON, so no field can be varied.">
        Fix it under Build, or begin with something else.
      </Note>
      <Button renderRoot={(props) => <Link to="/experiments/new" {...props} />}>
        Begin with something else
      </Button>
    </main>
  );
}

interface CanvasScenarioProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
  readonly varying: Varying;
}

/** The scenario of every cell, to be changed in place: its flows, its links and all the rest. */
function CanvasScenario({ document, checked, varying }: CanvasScenarioProps) {
  const [row, setRow] = useState(0);
  const { flows } = checked.value ?? {};
  const groupCount = Array.isArray(flows) ? flows.length : 0;
  return (
    <section aria-labelledby="canvas-scenario" className={styles.scenario}>
      <h2 id="canvas-scenario">The scenario</h2>
      <Fold
        title={`Add flows or change values (${countOf(groupCount, 'group')} of flows)`}
        isForced={checked.problems.length > 0}
      >
        <ScenarioForm
          {...{ document, checked, varying, row }}
          onRow={setRow}
          onJson={() => undefined}
        />
      </Fold>
    </section>
  );
}
