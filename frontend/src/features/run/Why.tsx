import clsx from 'clsx';

import { formatPercent } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { episodesOf, type Episodes } from '@/analysis/series/episodes';
import {
  groupLimits,
  limitWords,
  longestStretch,
  mainLimits,
  metricOf,
  type Limit,
  type LimitShare,
  type Stretch,
} from '@/analysis/series/limits';
import { useTimelines } from '@/api/series';
import type { Run, RunResult } from '@/api/types';
import { useLimitSeries } from '@/api/why';
import { hueClass } from '@/charts/palette';
import { flowMetrics } from '@/generated/metrics';
import { Term } from '@/ui/Term';

import { TimeLink } from './TimeLink';
import styles from './why.module.css';

interface Group {
  readonly index: number;
  readonly label: string;
  readonly name: string;
  readonly flowCount: number;
  readonly shares: readonly LimitShare[];
}

/** What kept each group from sending more: a bar and a sentence, each a way to its time. */
export function Why({ run }: { run: Run }) {
  const { result } = run;
  const groups = result === null ? [] : groupsOf(result);
  const limits = useLimitSeries(run.id, groups.length > 0);
  const timelines = useTimelines([run.id], groups.length > 0);
  if (groups.length === 0) return null;
  const stretchOf = (group: Group) => (limit: Limit) =>
    limits.data === undefined
      ? null
      : longestStretch(
          limits.data.timeSeconds,
          limits.data.bucketSeconds,
          limits.data.groups.get(group.index),
          limit,
        );
  const phases = (timelines.data[0]?.phases ?? []).map(({ flow_index, start_s, end_s, phase }) => ({
    flowIndex: flow_index,
    startSeconds: start_s,
    endSeconds: end_s,
    phase,
  }));
  const groupOf = (flowIndex: number) => result?.flows[flowIndex]?.group_index ?? 0;
  return (
    <section>
      <h2>
        <Term
          name="Why limited"
          definition="What limits the sender at each moment of the measurement window: exact shares of time from all packets. They add up to 100%."
        />
        <span>share of time</span>
      </h2>
      <div className={styles.rows}>
        {groups.map((group) => (
          <WhyBar
            key={group.index}
            name={group.name}
            groupIndex={group.index}
            shares={group.shares}
          />
        ))}
      </div>
      {groups.map((group) => (
        <Sentence
          key={group.index}
          group={group}
          groups={groups}
          stretchOf={stretchOf(group)}
          episodes={episodesOf(phases, 'probe_rtt', group.index, groupOf)}
        />
      ))}
    </section>
  );
}

interface SentenceProps {
  readonly group: Group;
  readonly groups: readonly Group[];
  readonly stretchOf: (limit: Limit) => Stretch | null;
  readonly episodes: Episodes;
}

function Sentence({ group, groups, stretchOf, episodes }: SentenceProps) {
  const isMany = group.flowCount > 1;
  const limits = mainLimits(group.shares).map(({ limit, share }, place) => (
    <TimeLink
      key={limit}
      range={stretchOf(limit)}
      title={(from, to) => `Show the longest stretch, ${from} to ${to} s`}
    >
      {limitWords[limit].held} <b>{formatPercent(share, 0)}</b>
      {place === 0 && ' of the time'}
    </TimeLink>
  ));
  return (
    <p className={styles.sentence}>
      <Name group={group} /> {isMany ? 'are' : 'is'} held by {listed(limits)}.{' '}
      {episodes.first !== null && <ProbeRtts episodes={episodes} groups={groups} />}
    </p>
  );
}

/** Room around an episode, so that what it does to the others is in view. */
const AROUND_EPISODE_SECONDS = 1;

function ProbeRtts({ episodes, groups }: { episodes: Episodes; groups: readonly Group[] }) {
  const { first, count, sharedCount, sharedGroups } = episodes;
  const names = groups
    .filter(({ index }) => sharedGroups.includes(index))
    .map(({ label }) => label);
  const range: Stretch | null =
    first === null
      ? null
      : [first.startSeconds - AROUND_EPISODE_SECONDS, first.endSeconds + AROUND_EPISODE_SECONDS];
  const link = (
    <TimeLink range={range} title={(from, to) => `Show ${from} to ${to} s`}>
      <b>ProbeRTT {count === 1 ? 'once' : `${count} times`}</b>
    </TimeLink>
  );
  if (sharedCount === 0) return <>{link}.</>;
  return (
    <>
      {link}, {sharedCount} together with {LIST.format(names)}.
    </>
  );
}

const LIST = new Intl.ListFormat('en-GB');

/** Parts as a list in a sentence: `its window 78% of the time and pacing 18%`. */
function listed(parts: readonly React.ReactNode[]) {
  const places = LIST.formatToParts(parts.map((_, place) => String(place)));
  return places.map(({ type, value }) => (type === 'element' ? parts[Number(value)] : value));
}

function Name({ group }: { group: Group }) {
  return <b className={clsx('hue-text', hueClass(group.index))}>{group.name}</b>;
}

function groupsOf(result: RunResult): Group[] {
  const indices = [...new Set(result.flows.map(({ group_index }) => group_index))];
  return indices.flatMap((index) => {
    const members = result.flows.filter(({ group_index }) => group_index === index);
    const shares = groupLimits(members, index);
    if (shares.length === 0) return [];
    const label = groupLabel(members[0]?.label ?? '', index);
    const name = members.length > 1 ? `${members.length} × ${label}` : label;
    return [{ index, label, name, flowCount: members.length, shares }];
  });
}

/** Narrower parts show their colour only; their words are in the sentence. */
const SMALLEST_NAMED_SHARE = 0.22;

interface WhyBarProps {
  readonly name: string;
  readonly groupIndex: number;
  readonly shares: readonly LimitShare[];
}

/** The time of a group, cut by what held it back. */
function WhyBar({ name, groupIndex, shares }: WhyBarProps) {
  const parts = shares.map(({ limit, share }) => ({
    limit,
    share,
    text: `${limitWords[limit].short} ${formatPercent(share, 0)}`,
  }));
  const all = parts.map(({ text }) => text).join(', ');
  return (
    <>
      <b className={clsx(styles.name, 'hue-text', hueClass(groupIndex))} title={name}>
        {name}
      </b>
      <div
        className={clsx(styles.bar, hueClass(groupIndex))}
        role="img"
        aria-label={`${name}: ${all}`}
      >
        {parts.map(({ limit, share, text }) => (
          <span
            key={limit}
            className={styles.part}
            data-limit={limit}
            style={{ flex: `${share} 1 0` }}
            title={`${text}. ${flowMetrics[metricOf(limit)].definition}`}
          >
            {share >= SMALLEST_NAMED_SHARE && <span className={styles.text}>{text}</span>}
          </span>
        ))}
      </div>
    </>
  );
}
