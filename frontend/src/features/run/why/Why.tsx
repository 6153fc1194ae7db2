import clsx from 'clsx';

import { formatPercent } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { groupLimits, limitWords, metricOf, type LimitShare } from '@/analysis/series/limits';
import type { Run, RunResult } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { flowMetrics } from '@/generated/metrics';
import { Term } from '@/ui/Term';

import { isPartial } from '../partial';
import { WhyFlow } from './WhyFlow';
import styles from './why.module.css';

interface Group {
  readonly index: number;
  readonly name: string;
  readonly shares: readonly LimitShare[];
}

/** The limits of each group, and the chain of causes of one flow. */
export function Why({ run }: { run: Run }) {
  const { result } = run;
  if (isPartial(run)) return <NoWhy />;
  const groups = result === null ? [] : groupsOf(result);
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>
        <Term
          name="Why"
          definition="What limits the sender at each moment of the measurement window: exact shares of time from all packets. They add up to 100%. Below, for one flow, the variable that is the limit and what set it, as recorded by the simulator."
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
      <WhyFlow run={run} />
    </section>
  );
}

/** Lanes come from the samples, which a part has too. */
function NoWhy() {
  return (
    <section>
      <h2>Why</h2>
      <p className="quiet">
        Causes are recorded only for completed runs. For the part that was computed, the lanes
        &quot;Why limited&quot; show what limited the flows.
      </p>
    </section>
  );
}

function groupsOf(result: RunResult): Group[] {
  const indices = [...new Set(result.flows.map(({ group_index }) => group_index))];
  return indices.flatMap((index) => {
    const members = result.flows.filter(({ group_index }) => group_index === index);
    const shares = groupLimits(members, index);
    if (shares.length === 0) return [];
    const label = groupLabel(members[0]?.label ?? '', index);
    const name = members.length > 1 ? `${members.length} × ${label}` : label;
    return [{ index, name, shares }];
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
    text: `${limitWords[limit].short} ${formatPercent(share)}`,
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
