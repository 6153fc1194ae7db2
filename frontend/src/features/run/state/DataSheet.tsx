import { useMemo, useState } from 'react';

import { exactText } from '@/analysis/numbers/instant';
import { formatCount, toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { ofText, type Span } from '@/analysis/series/span';
import { phasesByFlow } from '@/analysis/series/phaseState';
import { useDeclaringAlgorithms } from '@/api/algorithms/modules';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { Button } from '@/ui/Button';
import { writeClipboard } from '@/ui/clipboard';
import { Kbd } from '@/ui/Kbd';

import { delimited, stateFlowColumns, summaryFlowColumns, type FlowColumn } from './flowColumns';
import { FlowTable } from './FlowTable';
import styles from './sheet.module.css';
import { flowStateVariables, ownVariables } from './stateVariables';
import { allFlows, useShownFlows, type TableFlow } from './tableFlows';
import { useRestingTime } from './useRestingTime';
import { useSample } from './useSample';

export type SheetView = 'state' | 'summary';

interface DataSheetProps {
  readonly runs: readonly Run[];
  readonly stageRuns: readonly StageRun[];
  readonly labels: readonly string[];
  readonly view: SheetView;
  readonly onView: (view: SheetView) => void;
  readonly onClose: () => void;
}

/** All flows and all their numbers over the stage; the run continues below it. */
export function DataSheet({ runs, stageRuns, labels, view, onView, onClose }: DataSheetProps) {
  const [chosen, setChosen] = useState(0);
  const [group, setGroup] = useState<number | null>(null);
  const place = Math.min(chosen, runs.length - 1);
  const run = runs[place];
  const stage = stageRuns[place];
  if (run === undefined || stage === undefined) return null;
  const groups = run.scenario.flows.map(({ label }, index) => groupLabel(label, index));
  return (
    <section className={styles.sheet} aria-label="All flows">
      <header className={styles.head}>
        <div className={styles.views} role="group" aria-label="What the table shows">
          <ViewButton name="state" view={view} onView={onView} />
          <ViewButton name="summary" view={view} onView={onView} />
        </div>
        {runs.length > 1 && (
          <Choice
            label="Run"
            value={place}
            options={labels.map((text, value) => ({ value, text }))}
            onChange={(value) => setChosen(value ?? 0)}
          />
        )}
        {groups.length > 1 && (
          <Choice
            label="Group"
            value={group}
            empty="every group"
            options={groups.map((text, value) => ({ value, text }))}
            onChange={setGroup}
          />
        )}
        <span className={styles.space} />
        <Button onClick={onClose} rightSection={<Kbd>Esc</Kbd>}>
          Close
        </Button>
      </header>
      <SheetBody key={run.id} run={run} stage={stage} view={view} group={group} />
    </section>
  );
}

interface SheetBodyProps {
  readonly run: Run;
  readonly stage: StageRun;
  readonly view: SheetView;
  readonly group: number | null;
}

function SheetBody({ run, stage, view, group }: SheetBodyProps) {
  const shown = useShownFlows(run.scenario);
  const all = useMemo(() => allFlows(run.scenario).length, [run.scenario]);
  const flows = useMemo(
    () => (group === null ? shown : shown.filter(({ groupIndex }) => groupIndex === group)),
    [shown, group],
  );
  const state = useStateColumns(run, stage, all, view === 'state');
  const summary = useMemo(
    () => (run.result === null ? [] : summaryFlowColumns(run.result, stage.facts.packetBytes)),
    [run.result, stage.facts.packetBytes],
  );
  const isState = view === 'state';
  const columns = isState ? state.columns : summary;
  const about = isState ? stateText(state.timeSeconds, state.span) : summaryText(run);
  if (columns.length === 0) {
    return (
      <p className="quiet">
        {isState ? state.problem : 'The whole-run numbers appear when the run ends.'}
      </p>
    );
  }
  const hidden = all - shown.length;
  return (
    <>
      <p className={styles.about}>
        <b>{about}</b> {formatCount(flows.length)} flows
        {hidden > 0 && `; ${formatCount(hidden)} hidden flows not listed`}
        <span className={styles.space} />
        <CopyTable flows={flows} columns={columns} />
      </p>
      <FlowTable flows={flows} columns={columns} label={about} />
    </>
  );
}

/** The exact sample where the clock rests, for all flows. */
function useStateColumns(run: Run, stage: StageRun, flowCount: number, isWanted: boolean) {
  const algorithms = useDeclaringAlgorithms(run.scenario);
  const resting = useRestingTime();
  const timeSeconds = Math.min(resting ?? stage.simulatedSeconds, stage.simulatedSeconds);
  const source = {
    runId: run.id,
    sampleSeconds: stage.series.sampleIntervalSeconds,
    flowIndices: null,
    flowCount,
  };
  const isThere = stage.simulatedSeconds > 0;
  const { sample, error } = useSample(source, isWanted && isThere ? timeSeconds : null);
  const phases = useMemo(() => phasesByFlow(stage.phases), [stage.phases]);
  const packetBytes = stage.facts.packetBytes;
  const columns = useMemo<FlowColumn[]>(() => {
    if (sample === null) return [];
    const names = new Set(run.scenario.flows.map(({ algorithm }) => algorithm.name));
    const variables = [
      ...flowStateVariables(algorithms.filter(({ name }) => names.has(name))),
      ...ownVariables(run.scenario.flows),
    ];
    const moment = { timeSeconds, phases, packetBytes, read: sample.flow };
    return stateFlowColumns(variables, moment);
  }, [sample, algorithms, run.scenario, timeSeconds, phases, packetBytes]);
  const problem = isThere
    ? (error?.message ?? 'Loading the sample.')
    : 'Nothing has been simulated yet.';
  return { columns, timeSeconds, span: sample?.span ?? null, problem };
}

/** The moment or interval of the columns. */
function stateText(timeSeconds: number, span: Span | null): string {
  const state = `State at ${exactText(timeSeconds)}`;
  if (span === null) return state;
  const own = `phases at this moment; ${ofText('state', span)}: windows, RTTs, estimates`;
  return `${state}: ${own}; ${ofText('mean', span)}: rates and packet counts.`;
}

function summaryText({ result, seed }: Run): string {
  if (result === null) return '';
  const { start_s, end_s } = result.window;
  return `${toShortest(start_s)} to ${toShortest(end_s)} s, seed ${seed}`;
}

const VIEW_NAMES = { state: 'State', summary: 'Summary' } satisfies Record<SheetView, string>;

interface ViewButtonProps {
  readonly name: SheetView;
  readonly view: SheetView;
  readonly onView: (view: SheetView) => void;
}

function ViewButton({ name, view, onView }: ViewButtonProps) {
  return (
    <button
      type="button"
      className="ui-toggle"
      aria-pressed={view === name}
      onClick={() => onView(name)}
    >
      {VIEW_NAMES[name]}
    </button>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: number | null;
  /** The label of no choice; without it there always is one. */
  readonly empty?: string;
  readonly options: readonly { readonly value: number; readonly text: string }[];
  readonly onChange: (value: number | null) => void;
}

function Choice({ label, value, empty, options, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      {label}{' '}
      <select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(({ value: each, text }) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CopyTableProps {
  readonly flows: readonly TableFlow[];
  readonly columns: readonly FlowColumn[];
}

/** The table for a spreadsheet or a script, every digit of it. */
function CopyTable({ flows, columns }: CopyTableProps) {
  const [said, setSaid] = useState('');
  const copy = async (separator: ',' | '\t') => {
    const isCopied = await writeClipboard(delimited(flows, columns, separator));
    setSaid(isCopied ? 'Copied' : 'The browser does not allow copying.');
  };
  return (
    <span className={styles.copy} title="Copied values are in the units at the end of their names.">
      <span role="status">{said}</span>
      <button type="button" onClick={() => void copy(',')}>
        Copy CSV
      </button>
      <button type="button" onClick={() => void copy('\t')}>
        Copy TSV
      </button>
    </span>
  );
}
