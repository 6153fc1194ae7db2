/** A run in words short enough for a row of a list. */
import {
  formatMilliseconds,
  formatSetRate,
  joinQuantity,
  toShortest,
} from '@/analysis/numbers/units';
import { countOf } from '@/analysis/numbers/shown';
import { bufferText, flowCount, groupLabel, lossText } from '@/analysis/scenario/describe';
import { changeTexts } from '@/analysis/scenario/network/linkChanges';
import type { Run, Scenario } from '@/api/types';

export const confirmDelete = (count: number) =>
  count === 1 ? 'Delete this run for good?' : `Delete ${count} runs for good?`;

export const stateWords = {
  queued: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

export const flowsText = (count: number) => countOf(count, 'flow');

type TitleOf = (algorithm: string) => string;

const MOST_GROUPS = 3;

export function runName({ name }: Pick<Run, 'name'>): string {
  return name === '' ? 'Run without a name' : name;
}

interface GroupWords {
  readonly groupIndex: number;
  readonly label: string;
  readonly rest: string;
}

/** Each group with its algorithm and RTT; null where there are too many to name them. */
export function groupWords(scenario: Scenario, titleOf: TitleOf): readonly GroupWords[] | null {
  if (scenario.flows.length > MOST_GROUPS) return null;
  return scenario.flows.map(({ label, count, algorithm, rtt_s }, groupIndex) => ({
    groupIndex,
    label: groupLabel(label, groupIndex),
    rest: `${count > 1 ? `${count} × ` : ''}${titleOf(algorithm.name)} ${rttText([rtt_s])}`,
  }));
}

/** `20 flows`, `10 BBRv2`, `10 CUBIC`, `10 to 100 ms`. */
export function manyGroups(scenario: Scenario, titleOf: TitleOf): readonly string[] {
  const counts = new Map<string, number>();
  for (const { algorithm, count } of scenario.flows) {
    const title = titleOf(algorithm.name);
    counts.set(title, (counts.get(title) ?? 0) + count);
  }
  const algorithms = [...counts].map(([title, count]) => `${count} ${title}`);
  const rtts = scenario.flows.map(({ rtt_s }) => rtt_s);
  return [flowsText(flowCount(scenario)), ...algorithms, rttText(rtts)];
}

function rttText(rtts: readonly number[]): string {
  const from = Math.min(...rtts);
  const to = Math.max(...rtts);
  const longest = joinQuantity(formatMilliseconds(to));
  return from === to ? longest : `${toShortest(from * 1e3)} to ${longest}`;
}

/** The bottleneck and how long the run lasts, each as one short part. */
export function settingParts(scenario: Scenario): readonly string[] {
  const { bottleneck, duration_s, flows } = scenario;
  const { buffer, loss, rate_bps } = bottleneck;
  const losses = loss.kind === 'none' ? [] : [`loss ${lossText(loss)}`];
  return [
    joinQuantity(formatSetRate(rate_bps)),
    `buffer ${bufferText(buffer, flows)}`,
    ...losses,
    ...changeTexts(scenario).map(([name]) => name.toLowerCase()),
    `${toShortest(duration_s)} s`,
  ];
}
