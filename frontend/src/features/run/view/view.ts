/** From what the server says of runs to what the page draws: pure. */
import { toShortest } from '@/analysis/numbers/units';
import { flowCount } from '@/analysis/scenario/describe';
import {
  BOTTLENECK_ID,
  equalShareBps,
  firstPassedLink,
  eventRateBps,
  flowsOverLink,
  groupsAtLink,
  linkNames,
} from '@/analysis/scenario/network/links';
import { algorithmsText, distinctLabels } from '@/analysis/scenario/changes/differences';
import { lossEvents } from '@/analysis/series/losses';
import { phaseForm, type DeclaredEffects, type PhaseForm } from '@/analysis/series/phases';
import { rankFlows, type RankedFlow } from '@/analysis/series/ranking';
import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series/series';
import {
  isOver,
  type Derived,
  type FlowResult,
  type Run,
  type Scenario,
  type Timeline,
} from '@/api/types';
import { QUEUE_SERIES, QUEUE_TRAITS } from '@/generated/kindSeries';
import { UNCONTROLLED_TRAFFIC } from '@/generated/kindTitles';
import {
  LINE_STYLES,
  type FlowExtremes,
  type LinkFacts,
  type StageEvent,
  type StageFacts,
  type StageFlow,
  type StageRun,
} from '@/charts/model';
import { areDueAlike, dueOf, plainShares } from '@/charts/panes/shares';
import { MOST_LINES, stageFlow } from '@/charts/panes/stageFlows';
import { stageGroups } from '@/charts/panes/stageGroups';

/** So few flows are read from their own curves and numbers. */
const CROWD_FLOWS = 7;

/** Many flows: ways to show them together, and their ranking, are offered. */
export function isCrowd(runs: readonly Pick<Run, 'scenario'>[]): boolean {
  return runs.some(({ scenario }) => flowCount(scenario) >= CROWD_FLOWS);
}

/** The run's own number for the quantity that a pane draws. */
const SUMMARY_OF = {
  throughput_bps: 'throughput_bps',
  goodput_bps: 'goodput_bps',
  rtt_s: 'mean_rtt_s',
  cwnd_bytes: 'mean_cwnd_bytes',
  pacing_rate_bps: 'mean_pacing_rate_bps',
} as const satisfies Record<string, keyof FlowResult>;
/** Extremes of more groups would be more lines than there is time for. */
const MOST_EXTREME_GROUPS = 8;

/**
 * Of each group the flows with the highest and the lowest number over the run's window, where too
 * few flows have a curve; none before there is a result.
 */
export function flowExtremes({ scenario, result }: Run): FlowExtremes[] {
  if (result === null || flowCount(scenario) <= MOST_LINES) return [];
  const groups = stageGroups(scenario).slice(0, MOST_EXTREME_GROUPS);
  return groups.flatMap(({ groupIndex }) => {
    const members = result.flows.filter(({ group_index }) => group_index === groupIndex);
    return Object.entries(SUMMARY_OF).flatMap(([metric, field]): FlowExtremes[] => {
      const known = members.filter((flow) => flow[field] != null);
      const [first] = known;
      if (first === undefined) return [];
      const valueOf = (flow: FlowResult) => flow[field] ?? 0;
      const highest = known.reduce((a, b) => (valueOf(b) > valueOf(a) ? b : a), first);
      const lowest = known.reduce((a, b) => (valueOf(b) < valueOf(a) ? b : a), first);
      return [{ metric, groupIndex, highest: highest.flow_index, lowest: lowest.flow_index }];
    });
  });
}

function stageFacts(run: Run, derived: Derived | null, linkIndex: number): StageFacts {
  const ofLink = factsOfLink(run, derived, linkIndex);
  const { bottleneck, links: further } = run.scenario;
  const { queue } = further[linkIndex - 1] ?? bottleneck;
  // The link's own delay then has another name.
  const hasOwnDelay = (QUEUE_SERIES[queue.kind] ?? []).some(({ name }) => name === 'delay_s');
  const facts = hasOwnDelay ? { ...ofLink, hasDelaySeries: false } : ofLink;
  const links = linkFacts(run.scenario, linkIndex) ?? undefined;
  const due = derived === null ? dueUnknown(run.scenario) : dueOf(run.scenario, derived, linkIndex);
  return { ...facts, ...due, ...(links === undefined ? waitsOf(run.scenario) : { links }) };
}

/** At the only link: what beside its queue an RTT holds differs between flows, or changes. */
function waitsOf({ bottleneck, flows }: Scenario): Pick<StageFacts, 'waits'> {
  const hasAcks = flows.some(({ return_path }) => return_path.length > 0);
  if (!hasAcks && QUEUE_TRAITS[bottleneck.queue.kind]?.order === 'arrival') {
    return { waits: 'alike' };
  }
  const { jitter_s, delay_schedule } = bottleneck;
  const isHeld = flows.some(({ receiver }) => receiver.ack_aggregation_s > 0);
  // Datagrams have no RTT that would say how long they wait.
  const hasDatagrams = flows.some(({ traffic }) => UNCONTROLLED_TRAFFIC.includes(traffic.kind));
  const isUnknown = hasAcks || isHeld || hasDatagrams || jitter_s > 0 || delay_schedule.length > 0;
  return isUnknown ? { waits: 'unknown' } : {};
}

/** No line is better than one that may be wrong for a moment. */
const dueUnknown = (scenario: Scenario) => {
  const { fairShares } = plainShares(scenario);
  return fairShares === undefined ? {} : { fairShares };
};

function linkFacts(scenario: Scenario, wantedIndex: number): LinkFacts | null {
  const names = linkNames(scenario);
  if (names.length === 1) return null;
  const index = names[wantedIndex] === undefined ? 0 : wantedIndex;
  const link = scenario.links[index - 1] ?? scenario.bottleneck;
  const id = names[index] ?? BOTTLENECK_ID;
  const hasAcks = scenario.flows.some(({ return_path }) => return_path.includes(id));
  return {
    index,
    names,
    eventRateBps: eventRateBps(scenario),
    isPassed: groupsAtLink(scenario, index).map(({ passes }) => passes),
    // Served in the order of arrival: at one time all packets wait equally long.
    waitsAlike: !hasAcks && QUEUE_TRAITS[link.queue.kind]?.order === 'arrival',
  };
}

function factsOfLink(run: Run, derived: Derived | null, linkIndex: number): StageFacts {
  const { scenario, result } = run;
  const id = linkNames(scenario)[linkIndex];
  const passed = firstPassedLink(scenario);
  // A link that no data passes bounds no curve.
  if (linkIndex === 0 && passed > 0) {
    const bufferBytes = result?.link.buffer_bytes ?? derived?.buffer_bytes ?? null;
    return { ...factsOfLink(run, derived, passed), bufferBytes };
  }
  // An address may name a link that the run does not have.
  const isFurther = linkIndex > 0 && id !== undefined;
  const further = isFurther ? scenario.links[linkIndex - 1] : undefined;
  if (further !== undefined && id !== undefined) {
    const known = result?.links?.[linkIndex] ?? derived?.links[linkIndex];
    const bufferBytes = known?.buffer_bytes ?? null;
    const flows = flowsOverLink(scenario, id);
    if (flows === 0) return { ...factsOfLink(run, derived, passed), bufferBytes };
    const { rate_bps: capacityBps, delay_s: delaySeconds } = further;
    const fairShareBps = capacityBps / flows;
    return {
      durationSeconds: scenario.duration_s,
      packetBytes: scenario.packet_bytes,
      headerBytes: scenario.header_bytes,
      ...{ capacityBps, fairShareBps, delaySeconds, bufferBytes },
    };
  }
  const capacityBps =
    result?.link.rate_bps ?? derived?.mean_rate_bps ?? scenario.bottleneck.rate_bps;
  return {
    durationSeconds: scenario.duration_s,
    capacityBps,
    fairShareBps: fairShareBps(run, derived),
    delaySeconds: scenario.bottleneck.delay_s,
    packetBytes: scenario.packet_bytes,
    headerBytes: scenario.header_bytes,
    bufferBytes: result?.link.buffer_bytes ?? derived?.buffer_bytes ?? null,
  };
}

/**
 * Of a flow over the bottleneck that asks for all it can have: max-min, with what a policer lets
 * pass and what the others ask for (docs/metrics.md).
 */
export function fairShareBps({ scenario, result }: Run, derived: Derived | null = null): number {
  return derived?.fair_share_bps ?? result?.link.fair_share_bps ?? equalShareBps(scenario);
}

/** The fair share of a flow of a group, on average over the window; null while it is not known. */
export function sharesOfGroups(run: Run, derived: Derived | null, isGoodput: boolean) {
  const { scenario } = run;
  const payload = isGoodput ? 1 - scenario.header_bytes / scenario.packet_bytes : 1;
  const alike = areDueAlike(scenario) ? fairShareBps(run) : null;
  return (groupIndex: number): number | null => {
    const share = derived === null ? alike : derived.groups[groupIndex]?.fair_share_bps;
    return share == null ? null : share * payload;
  };
}

/** How the page distinguishes runs, in their order. */
export function runLabels(runs: readonly Run[], titleOf: (algorithm: string) => string): string[] {
  return distinctLabels(
    runs.map(({ name, seed, scenario }) => ({
      name,
      seed,
      algorithms: scenario.flows.map(({ algorithm }) => titleOf(algorithm.name)),
    })),
  );
}

export function runAlgorithms(run: Run, titleOf: (algorithm: string) => string): string {
  return algorithmsText(run.scenario.flows.map(({ algorithm }) => titleOf(algorithm.name)));
}

export interface StageParts {
  readonly run: Run;
  readonly label: string;
  readonly derived: Derived | null;
  readonly series: SeriesGrid | undefined;
  /** The run is over, and `series` ends before it. */
  readonly isPart?: boolean;
  readonly timeline: Timeline | undefined;
  /** By the name of a module. */
  readonly moduleEffects?: ReadonlyMap<string, DeclaredEffects>;
  /** Flows with a curve of their own. */
  readonly flows: readonly StageFlow[];
  readonly extremes: readonly FlowExtremes[];
  /** Its place among the runs: the current one, the baseline, others. */
  readonly place: number;
  /** The link that is drawn; 0, the bottleneck, if it is not said. */
  readonly linkIndex?: number;
}

export function stageRun(parts: StageParts): StageRun {
  const { run, label, derived, series, timeline, flows, extremes, place, linkIndex = 0 } = parts;
  const isWhole = run.status === 'done' && parts.isPart !== true;
  const times = series?.timeSeconds ?? [];
  const phaseEffects = effectsByGroup(run.scenario, parts.moduleEffects);
  return {
    id: run.id,
    label,
    role: (['current', 'baseline'] as const)[place] ?? 'other',
    style: LINE_STYLES[place] ?? 'dotted',
    facts: stageFacts(run, derived, linkIndex),
    flows,
    extremes,
    groups: stageGroups(run.scenario),
    series: series ?? EMPTY_SERIES,
    phases: (timeline?.phases ?? []).map((phase) => ({
      flowIndex: phase.flow_index,
      startSeconds: phase.start_s,
      endSeconds: phase.end_s,
      phase: phase.phase,
      reason: phase.reason,
    })),
    phaseEffects,
    events: eventsOf(timeline, run, phaseEffects),
    isTimelineAwaited: timeline === undefined,
    ...truncation(run, timeline),
    simulatedSeconds: isWhole ? run.scenario.duration_s : (times.at(-1) ?? 0),
    isPale: isOver(run.status) && run.status !== 'done',
  };
}

/** Of the groups whose flows run a module that is known. */
function effectsByGroup({ flows }: Run['scenario'], ofModules: StageParts['moduleEffects']) {
  return new Map(
    flows.flatMap(({ algorithm }, groupIndex) => {
      const effects = ofModules?.get(algorithm.name);
      return effects === undefined ? [] : [[groupIndex, effects] as const];
    }),
  );
}

/** With more flows phases and events come only with 256 samples (docs/architecture.md). */
const MOST_FLOWS_WITH_TIMELINE = 200;

/** A run keeps so many phases and events and no more; the last of them is where they end. */
function truncation({ result, status, scenario }: Run, timeline: Timeline | undefined) {
  const isInSteps = status !== 'done' && flowCount(scenario) > MOST_FLOWS_WITH_TIMELINE;
  if (isInSteps && !isOver(status)) return { isTimelineInSteps: true };
  if ((result?.events_truncated !== true && !isInSteps) || timeline === undefined) return {};
  const ends = [
    ...timeline.phases.map(({ end_s }) => end_s),
    ...timeline.events.map(({ time_s }) => time_s),
  ];
  return { recordedUntilSeconds: ends.reduce((last, end) => Math.max(last, end), 0) };
}

/** Counts of the sender, and of lost and marked packets. */
function eventsOf(
  timeline: Timeline | undefined,
  { result, scenario }: Run,
  effects: StageRun['phaseEffects'],
): StageEvent[] {
  if (timeline === undefined) return [];
  const own = timeline.events.map(({ time_s, flow_index, kind, reason }) => ({
    timeSeconds: time_s,
    flowIndex: flow_index,
    kind,
    reason,
  }));
  const losses = result === null ? [] : lossEvents(result);
  const entered = enteredPhases(timeline, scenario, effects);
  return [...own, ...entered, ...losses].sort((a, b) => a.timeSeconds - b.timeSeconds);
}

/** The same, flow by flow as the core numbers them. */
function effectsByFlow({ flows }: Scenario, byGroup: StageRun['phaseEffects']) {
  return flows.flatMap(({ count }, groupIndex) =>
    Array.from({ length: count }, () => byGroup?.get(groupIndex)),
  );
}

/**
 * Phases whose beginning is an event, with the reason for which they were entered: those that stop
 * sending, and the one that empties the queue of the start. By their effects, so that a module's
 * count as well; a recovery has an event of its own.
 */
function enteredPhases(
  { phases, events }: Timeline,
  scenario: Scenario,
  effects: StageRun['phaseEffects'],
): StageEvent[] {
  const known = new Set(events.map(({ time_s, flow_index }) => `${flow_index}:${time_s}`));
  const declared = effectsByFlow(scenario, effects);
  const before = new Map<number, PhaseForm>();
  return phases.flatMap(({ start_s, flow_index, phase, reason }) => {
    const form = phaseForm(phase, declared[flow_index]);
    const endsStart = form === 'lower' && before.get(flow_index) === 'full';
    before.set(flow_index, form);
    const isEvent = form === 'ink' || (endsStart && !known.has(`${flow_index}:${start_s}`));
    if (!isEvent) return [];
    const isPause = form === 'ink';
    return [{ timeSeconds: start_s, flowIndex: flow_index, kind: phase, reason, isPause }];
  });
}

/** Flows by what they got over the window of the result; empty before there is one. */
export function rankedFlows(run: Run, isGoodput: boolean): RankedFlow[] {
  const flows = run.result?.flows ?? [];
  return rankFlows(
    flows.flatMap(({ flow_index, group_index, throughput_bps, goodput_bps }) => {
      const rateBps = isGoodput ? goodput_bps : throughput_bps;
      const label = stageFlow(run.scenario, flow_index)?.label;
      if (rateBps === null || label === undefined) return [];
      return [{ index: flow_index, groupIndex: group_index, label, rateBps }];
    }),
  );
}

interface PanelFlow {
  readonly index: number;
  readonly groupIndex: number;
  /** null before the end of the run, and for a flow that was never active. */
  readonly rateBps: number | null;
}

/** Every flow, the fastest first; those without a result in their order. */
export function flowsByRank(run: Run, isGoodput: boolean): PanelFlow[] {
  const ranked = rankedFlows(run, isGoodput);
  const known = new Set(ranked.map(({ index }) => index));
  const others = stageGroups(run.scenario).flatMap(({ groupIndex, firstIndex, count }) =>
    Array.from({ length: count }, (_, member) => firstIndex + member)
      .filter((index) => !known.has(index))
      .map((index) => ({ index, groupIndex, rateBps: null })),
  );
  return [...ranked, ...others];
}

/** Over what the numbers of a result are means. */
export function windowText({ result }: Run, isGoodput: boolean): string {
  const window =
    result === null
      ? ''
      : `${toShortest(result.window.start_s)} to ${toShortest(result.window.end_s)} s`;
  return `mean ${isGoodput ? 'goodput' : 'throughput'}, ${window}`;
}
