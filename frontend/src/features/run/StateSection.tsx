import { useMemo, useRef } from 'react';

import { useAlgorithms } from '@/api/catalog';
import { bucketAt, bucketSeconds, valueAt } from '@/analysis/series/series';
import { groupLabel } from '@/analysis/scenario/describe';
import { inWords, phaseName } from '@/analysis/series/phases';
import { phasesByFlow, phaseStateAt, type PhaseState } from '@/analysis/series/phaseState';
import { ABSENT, joinQuantity, toShortest, type Quantity } from '@/analysis/numbers/units';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { useMomentFrame } from '@/charts/moment';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { Kbd } from '@/ui/Kbd';
import { Term } from '@/ui/Term';

import styles from './run.module.css';
import { firstOfGroups, useShownFlows } from './tableFlows';
import { LiveTable, type LiveColumn, type LiveRow } from './LiveTable';
import { useFrozenTime } from './useRestingTime';
import { useSample, type Sample } from './useSample';
import {
  flowStateVariables,
  formatDuration,
  formatMetric,
  LINK_VARIABLES,
  LIVE_METRICS,
  type StateVariable,
} from './stateVariables';

/** A rail has room for so many flows; the sheet has them all. */
const MOST_COLUMNS = 3;

interface StateSectionProps {
  readonly run: Run;
  readonly stage: StageRun;
  /** End of what is in view. */
  readonly endSeconds: number;
  readonly onEnlarge: () => void;
  /** Shows the packets around a time; null: there are none to show. */
  readonly onPackets: ((seconds: number) => void) | null;
}

/** The state of flows at the clock; frozen, every variable of the exact sample. */
export function StateSection(props: StateSectionProps) {
  const { run, stage, endSeconds, onEnlarge, onPackets } = props;
  const clock = useCursorStore();
  const shown = useShownFlows(run.scenario);
  const flows = useMemo(() => firstOfGroups(shown, MOST_COLUMNS).slice(0, MOST_COLUMNS), [shown]);
  const { data: algorithms } = useAlgorithms();
  const variables = useMemo(() => {
    const names = new Set(flows.map(({ algorithm }) => algorithm));
    return flowStateVariables((algorithms ?? []).filter(({ name }) => names.has(name)));
  }, [algorithms, flows]);
  const newest = Math.min(endSeconds, stage.simulatedSeconds);
  const frozenSeconds = useFrozenTime();
  const time = frozenSeconds === null ? null : Math.min(frozenSeconds, stage.simulatedSeconds);
  const { sample, error } = useSample(
    {
      runId: run.id,
      sampleSeconds: stage.series.sampleIntervalSeconds,
      flowIndices: useMemo(() => flows.map(({ index }) => index), [flows]),
      flowCount: shown.length,
    },
    time,
  );
  const phases = useMemo(() => phasesByFlow(stage.phases), [stage.phases]);
  const timeOf = (seconds: number | null) => Math.min(seconds ?? newest, newest);
  if (stage.series.timeSeconds.length === 0) return null;
  const packetBytes = stage.facts.packetBytes;
  const isLive = frozenSeconds === null;
  const groups = isLive && shown.length > MOST_COLUMNS ? groupColumns(run, stage) : [];
  const isGrouped = groups.length > 0;
  // Of many flows only some have a curve; the others have no values while time moves.
  const drawn = isLive ? flows.filter(({ index }) => stage.series.flows.has(index)) : flows;
  const rows = [
    ...(isGrouped ? [] : phaseRows(phases, !isLive)),
    ...(isLive
      ? liveRows(variables, stage, isGrouped)
      : sampleRows(variables, sample, packetBytes)),
  ];
  return (
    <section>
      <StateHead timeOf={timeOf} />
      <LiveTable
        label="State of flows"
        columns={
          isGrouped
            ? groups
            : drawn.map(({ index, label, groupIndex }) => ({ key: index, label, groupIndex }))
        }
        rows={rows}
        timeOf={timeOf}
      />
      {frozenSeconds !== null && sample !== null && (
        <LinkState sample={sample} packetBytes={packetBytes} />
      )}
      <p className={styles.stateFoot}>
        <span>{isLive ? whileMoving(stage, isGrouped) : aboutSample(sample, error)}</span>
        <button type="button" onClick={onEnlarge}>
          All flows and variables
        </button>
        {onPackets !== null && (
          <button type="button" onClick={() => onPackets(timeOf(clock.read().timeSeconds))}>
            Packets of this moment
          </button>
        )}
      </p>
    </section>
  );
}

function StateHead({ timeOf }: { timeOf: (seconds: number | null) => number }) {
  const title = useRef<HTMLElement>(null);
  const isFrozen = useCursorFact((state) => state.isFrozen);
  useMomentFrame(useCursorStore(), ({ timeSeconds }) => {
    if (title.current === null) return;
    title.current.textContent = `State at ${timeOf(timeSeconds).toFixed(1)} s`;
  });
  return (
    <h2>
      <b ref={title} />
      <span>
        {isFrozen ? <b>■ frozen</b> : 'freeze'} <Kbd>f</Kbd>
      </span>
    </h2>
  );
}

function LinkState({ sample, packetBytes }: { sample: Sample; packetBytes: number }) {
  const rows = LINK_VARIABLES.map((variable) => ({
    key: variable.metric,
    head: <Head variable={variable} />,
    read: () => formatMetric(variable.metric, sample.link(variable.metric), packetBytes),
  }));
  return (
    <LiveTable
      label="State of the link"
      columns={[{ key: 0, label: 'link', groupIndex: null }]}
      rows={rows}
      timeOf={() => sample.toSeconds}
    />
  );
}

function Head({ variable: { name, meaning, metric } }: { variable: StateVariable }) {
  return <Term name={name} definition={meaning} note={metric} />;
}

type Phases = ReturnType<typeof phasesByFlow>;

function phaseRows(phases: Phases, isFrozen: boolean): LiveRow[] {
  const row = (name: string, definition: string, text: (state: PhaseState) => string): LiveRow => ({
    key: name,
    isText: true,
    head: <Term name={name} definition={definition} />,
    read: (flow, time) => {
      const state = phaseStateAt(phases.get(flow), time);
      return { value: state === null ? ABSENT : text(state), unit: '' };
    },
  });
  const name = row('phase', 'The algorithm’s phase at this time.', ({ phase }) => phaseName(phase));
  if (!isFrozen) return [name];
  return [
    name,
    row(
      'because of',
      'Why the phase began, as reported by the algorithm.',
      ({ reason }) => inWords(reason) || ABSENT,
    ),
    row(
      'it lasts',
      'How long the phase has lasted, of its total length.',
      ({ elapsedSeconds, lengthSeconds }) => {
        const length = joinQuantity(formatDuration(lengthSeconds));
        return `${joinQuantity(formatDuration(elapsedSeconds))} of ${length}`;
      },
    ),
  ];
}

/** The variables that are drawn, of flows or as means of groups; others have no values yet. */
function liveRows(
  variables: readonly StateVariable[],
  { series, facts }: StageRun,
  isGrouped: boolean,
): LiveRow[] {
  const columns = isGrouped ? (series.groups ?? series.flows) : series.flows;
  const isThere = (metric: string) => [...columns.values()].some((each) => metric in each);
  const live = LIVE_METRICS.filter(isThere).flatMap((metric) =>
    variables.filter((variable) => variable.metric === metric),
  );
  return live.map((variable) => ({
    key: variable.metric,
    head: <Head variable={variable} />,
    read: (column, time) => {
      const values = columns.get(column)?.[variable.metric]?.mean;
      const value = valueAt(values, bucketAt(series.timeSeconds, time));
      return formatMetric(variable.metric, value, facts.packetBytes);
    },
  }));
}

/** A column for each group whose mean is drawn, as many as there is room for. */
function groupColumns({ scenario }: Run, { series }: StageRun): LiveColumn[] {
  return scenario.flows
    .map(({ label, count }, groupIndex) => {
      const name = groupLabel(label, groupIndex);
      const text = count > 1 ? `${count} × ${name}` : name;
      return { key: groupIndex, label: text, groupIndex };
    })
    .filter(({ groupIndex }) => series.groups?.has(groupIndex) === true)
    .slice(0, MOST_COLUMNS);
}

const NOTHING: Quantity = { value: '', unit: '' };

function sampleRows(
  variables: readonly StateVariable[],
  sample: Sample | null,
  packetBytes: number,
): LiveRow[] {
  return variables.map((variable) => ({
    key: variable.metric,
    head: <Head variable={variable} />,
    // Until the sample is there, no number stands in its place.
    read: (flow) =>
      sample === null
        ? NOTHING
        : formatMetric(variable.metric, sample.flow(flow, variable.metric), packetBytes),
  }));
}

function whileMoving({ series }: StageRun, isGrouped: boolean): string {
  const length = `${toShortest(bucketSeconds(series))} s`;
  return isGrouped ? `means of the flows over ${length}` : `means of ${length}`;
}

function aboutSample(sample: Sample | null, error: Error | null): string {
  if (error !== null) return 'The exact sample could not be loaded.';
  if (sample === null) return 'Loading the exact sample.';
  return `the sample from ${toShortest(sample.fromSeconds)} to ${toShortest(sample.toSeconds)} s`;
}
