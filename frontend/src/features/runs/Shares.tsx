import { ABSENT, formatPercent } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { haveEqualShares } from '@/charts/panes/shares';
import type { RunListed } from '@/api/work';
import { hueClass } from '@/charts/palette';
import { Balance } from '@/ui/Balance';

import styles from './row.module.css';

const MOST_WORDS = 4;
/** More borders than those of three groups would cover what they are to be compared with. */
const MOST_NOTCHED = 3;

/** Who got what: the balance, and the shares in words while they are few. */
export function Shares({ run }: { run: RunListed }) {
  const { overview, scenario } = run;
  if (overview == null) return null;
  const flowCount = overview.groups.reduce((sum, { flow_count }) => sum + flow_count, 0);
  const parts = overview.groups.map(({ group_index, flow_count, share_ratio, throughput_bps }) => ({
    label:
      group_index === null
        ? `${flow_count} more flows`
        : groupLabel(scenario.flows[group_index]?.label ?? '', group_index),
    hueClass: group_index === null ? (styles.others ?? '') : hueClass(group_index),
    share: share_ratio ?? 0,
    fairShare: haveEqualShares(scenario) ? flow_count / flowCount : null,
    throughputBps: throughput_bps,
  }));
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) {
    const share = formatPercent(first.throughputBps / scenario.bottleneck.rate_bps);
    return <span className="quiet">{`${share} of the link`}</span>;
  }
  if (parts.every(({ share }) => share === 0)) return <span className="quiet">{ABSENT}</span>;
  return (
    <div className={styles.shares} data-many={parts.length > MOST_NOTCHED || undefined}>
      <Balance parts={parts} />
      <div className={styles.shareWords}>
        {parts.slice(0, MOST_WORDS).map((part) => (
          <span key={part.label} className={`hue-text ${part.hueClass}`} title={part.label}>
            {formatPercent(part.share)}
          </span>
        ))}
        {parts.length > MOST_WORDS && <span className="faint">…</span>}
      </div>
    </div>
  );
}
