/** The rows of the state at the clock, in blocks of the same time. */
import { bucketAt, valueAt } from '@/analysis/series/series';
import { atText, ofText, spanAt, type Kind, type Span } from '@/analysis/series/span';
import { groupLabel } from '@/analysis/scenario/describe';
import { inWords, phaseName } from '@/analysis/series/phases';
import { phaseStateAt, type PhasesByFlow, type PhaseState } from '@/analysis/series/phaseState';
import { ABSENT, joinQuantity, type Quantity } from '@/analysis/numbers/units';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { Term } from '@/ui/Term';

import type { LiveBlock, LiveColumn, LiveRow } from './LiveTable';
import { MOST_COLUMNS } from './useHeldSample';
import type { Sample } from './useSample';
import { formatDuration, formatMetric, LIVE_METRICS, type StateVariable } from './stateVariables';

export function Head({ variable: { name, meaning, metric } }: { variable: StateVariable }) {
  return <Term name={name} definition={meaning} note={metric} />;
}

/** Phases are known for every moment, of algorithms that have any. */
export function phaseBlocks(phases: PhasesByFlow, isFrozen: boolean): LiveBlock[] {
  if (phases.size === 0) return [];
  return [{ key: 'moment', heading: atText, rows: phaseRows(phases, isFrozen) }];
}

function phaseRows(phases: PhasesByFlow, isFrozen: boolean): LiveRow[] {
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
      'reason',
      'Why the phase began, as reported by the algorithm.',
      ({ reason }) => inWords(reason) || ABSENT,
    ),
    row(
      'time in phase',
      'How long the phase has lasted, of its total length.',
      ({ elapsedSeconds, lengthSeconds }) => {
        const length = joinQuantity(formatDuration(lengthSeconds));
        return `${joinQuantity(formatDuration(elapsedSeconds))} of ${length}`;
      },
    ),
  ];
}

/** Rows in blocks of the same time: what is a mean first, then totals, then states. */
function blocksOf(
  variables: readonly StateVariable[],
  spanOf: (timeSeconds: number) => Span | null,
  whose: string,
  rowOf: (variable: StateVariable) => LiveRow,
): LiveBlock[] {
  const kinds = ['mean', 'total', 'state'] satisfies Kind[];
  return kinds.flatMap((kind) => {
    const rows = variables.filter((variable) => variable.kind === kind).map(rowOf);
    const heading = (timeSeconds: number) => {
      const span = spanOf(timeSeconds);
      return span === null ? ABSENT : `${ofText(kind, span)}${whose}`;
    };
    return rows.length === 0 ? [] : [{ key: kind, heading, rows }];
  });
}

/** The variables that are drawn, of flows or as means of groups; others have no values yet. */
export function liveBlocks(
  variables: readonly StateVariable[],
  { series, facts }: StageRun,
  isGrouped: boolean,
): LiveBlock[] {
  const columns = isGrouped ? (series.groups ?? series.flows) : series.flows;
  // A variable that none of them has would be a row of dashes.
  const isThere = (metric: string) =>
    [...columns.values()].some((each) => each[metric]?.mean.some((value) => value !== null));
  const live = LIVE_METRICS.filter(isThere).flatMap((metric) =>
    variables.filter((variable) => variable.metric === metric),
  );
  const spanOf = (time: number) => spanAt(series, time);
  const whose = isGrouped ? ', mean of the flows' : '';
  return blocksOf(live, spanOf, whose, (variable) => ({
    key: variable.metric,
    head: <Head variable={variable} />,
    read: (column, time) => {
      const values = columns.get(column)?.[variable.metric]?.mean;
      const isThere = spanOf(time) !== null;
      const value = isThere ? valueAt(values, bucketAt(series.timeSeconds, time)) : null;
      return formatMetric(variable.metric, value, facts.packetBytes);
    },
  }));
}

/** A column for each group whose mean is drawn, as many as there is room for. */
export function groupColumns({ scenario }: Run, { series }: StageRun): LiveColumn[] {
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

/** Every variable that one of the flows has in the sample. */
export function sampleBlocks(
  all: readonly StateVariable[],
  sample: Sample | null,
  flows: readonly number[],
  packetBytes: number,
): LiveBlock[] {
  const spanOf = () => sample?.span ?? null;
  const variables = all.filter(
    ({ metric }) => sample === null || flows.some((flow) => sample.flow(flow, metric) !== null),
  );
  return blocksOf(variables, spanOf, '', (variable) => ({
    key: variable.metric,
    head: <Head variable={variable} />,
    // Until the sample is there, no number stands in its place.
    read: (flow) =>
      sample === null
        ? NOTHING
        : formatMetric(variable.metric, sample.flow(flow, variable.metric), packetBytes),
  }));
}
