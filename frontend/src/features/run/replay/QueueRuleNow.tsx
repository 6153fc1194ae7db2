import { useMemo } from 'react';

import { groupLabel } from '@/analysis/scenario/describe';
import type { CursorState } from '@/analysis/replay/clock';
import { BOTTLENECK_ID, linkNames } from '@/analysis/scenario/network/links';
import { queueRule } from '@/analysis/scenario/queue/queueRule';
import { bucketAt, valueAt, type SeriesGrid } from '@/analysis/series/series';
import { spanAt } from '@/analysis/series/span';
import type { Scenario } from '@/api/types';
import { QueueRulePicture } from '@/charts/queue/QueueRule';
import { useCursorFact } from '@/state/cursor';

import styles from './replay.module.css';

interface QueueRuleNowProps {
  readonly scenario: Scenario;
  readonly linkIndex: number;
  /** With the columns of `ruleMetricsOf`. */
  readonly series: SeriesGrid | undefined;
  readonly timeOf: (clock: CursorState) => number;
  /** Packets of a group that wait at a time, where they are known. */
  readonly waitingAt?: (timeSeconds: number) => (groupIndex: number) => number | null;
}

/** So many buckets back is drawn where the queue came from. */
const TRAIL_BUCKETS = 12;

/** How the queue of a link decides, and where it stands at the clock; nothing of drop-tail. */
export function QueueRuleNow(props: QueueRuleNowProps) {
  const { scenario, linkIndex, series, timeOf, waitingAt } = props;
  const bucket = useCursorFact((clock) => {
    const time = timeOf(clock);
    return series === undefined || spanAt(series, time) === null
      ? -1
      : bucketAt(series.timeSeconds, time);
  });
  const facts = useMemo(() => factsOf(scenario, linkIndex), [scenario, linkIndex]);
  const timeSeconds = series?.timeSeconds[bucket];
  const rule = queueRule(
    facts.queue,
    timeSeconds === undefined || waitingAt === undefined
      ? facts
      : { ...facts, waitingOf: waitingAt(timeSeconds) },
    series === undefined ? [] : readersUpTo(series, bucket),
  );
  if (rule === null) return null;
  return (
    <div className={styles.rule}>
      <QueueRulePicture rule={rule} />
      <p className={styles.ruleNow}>{rule.now === '' ? `${rule.words}.` : rule.now}</p>
    </div>
  );
}

function readersUpTo({ link }: SeriesGrid, bucket: number) {
  const first = Math.max(0, bucket - TRAIL_BUCKETS);
  return Array.from({ length: bucket < 0 ? 0 : bucket - first + 1 }, (_, place) => {
    return (metric: string) => valueAt(link[metric]?.mean, first + place);
  });
}

function factsOf(scenario: Scenario, linkIndex: number) {
  const link = scenario.links[linkIndex - 1] ?? scenario.bottleneck;
  const id = linkNames(scenario)[linkIndex] ?? BOTTLENECK_ID;
  return {
    queue: { ...link.queue },
    packetBytes: scenario.packet_bytes,
    rateBps: link.rate_bps,
    groups: scenario.flows.flatMap(({ label, count, path }, groupIndex) =>
      path.includes(id) ? [{ groupIndex, label: groupLabel(label, groupIndex), count }] : [],
    ),
  };
}
