import clsx from 'clsx';
import type { ReactNode } from 'react';

import { coordinate } from '@/analysis/numbers/shown';
import {
  ABSENT,
  formatPercent,
  formatSetRate,
  joinQuantity,
  toShortest,
} from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { useRenameRun } from '@/api/runs/runs';
import type { RunListed } from '@/api/work';
import { hueClass } from '@/charts/palette';
import { haveEqualShares } from '@/charts/panes/shares';
import { Balance } from '@/ui/Balance';

import { RenameDelete } from './RenameDelete';
import styles from './row.module.css';
import { confirmDelete, runName } from './runTexts';

interface ListTableProps {
  /** The columns before the actions; `column` is the name by which row.module.css sets a width. */
  readonly heads: readonly { readonly title: string; readonly column?: string }[];
  readonly children: ReactNode;
}

/** Drafts or experiments, a row each, with their actions last. */
export function ListTable({ heads, children }: ListTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map(({ title, column }) => (
            <th key={title} scope="col" data-column={column}>
              {title}
            </th>
          ))}
          <th scope="col" data-column="actions">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const WIDTH = 128;
const HEIGHT = 36;

/** Throughput of every group over the run, with capacity as the upper edge. */
export function Sketch({ run }: { run: RunListed }) {
  const { overview, scenario, progress } = run;
  if (overview == null) return <span className={styles.sketch} />;
  const { rate_bps } = scenario.bottleneck;
  const duration = `${toShortest(progress.duration_s)} s`;
  return (
    <svg
      className={styles.sketch}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Throughput of each group over ${duration}; the upper edge is ${joinQuantity(formatSetRate(rate_bps))}`}
    >
      <path className={styles.capacity} d={`M0 .5H${WIDTH}`} />
      <path className={styles.zero} d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {overview.groups.map(({ group_index, sparkline_bps }) => (
        <path
          key={group_index}
          className={clsx(
            styles.curve,
            group_index === null ? styles.others : hueClass(group_index),
          )}
          d={curve(sparkline_bps, overview.point_s / progress.duration_s, rate_bps)}
        />
      ))}
    </svg>
  );
}

/** Each part is drawn at its middle; the last one may be shorter than the others. */
function curve(values: readonly number[], partShare: number, rateBps: number): string {
  const points = values.map((value, index) => {
    const end = Math.min(1, (index + 1) * partShare);
    const x = ((index * partShare + end) / 2) * WIDTH;
    const y = HEIGHT - 1 - (Math.min(value, rateBps) / rateBps) * (HEIGHT - 2);
    return `${coordinate(x)} ${coordinate(y)}`;
  });
  const [only] = points;
  // One part has no neighbour to be joined with: it is a level over the whole run.
  if (points.length === 1 && only !== undefined) return `M0 ${only.split(' ')[1]}H${WIDTH}`;
  return `M${points.join('L')}`;
}

const MOST_WORDS = 4;
/** More borders than those of three groups would cover what they are to be compared with. */
const MOST_NOTCHED = 3;

/** The shares of the groups: a bar, and numbers while they are few. */
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

const TEXTS = {
  confirmDelete: confirmDelete(1),
  confirmWhy: 'Its result is deleted unless another run or link uses it.',
  notRenamed: 'The run was not renamed',
};

interface RowActionsProps {
  readonly run: RunListed;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** Rename and delete. */
export function RowActions({ run, isBusy, onDelete }: RowActionsProps) {
  const rename = useRenameRun();
  const { id, seed } = run;
  return (
    <RenameDelete
      name={run.name}
      label={`${runName(run)}, seed ${seed}`}
      texts={TEXTS}
      {...{ id, rename, isBusy, onDelete }}
    />
  );
}
