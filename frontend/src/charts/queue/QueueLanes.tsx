import clsx from 'clsx';

import { formatCount } from '@/analysis/numbers/units';
import type { RuleLane } from '@/analysis/scenario/queue/queuePicture';

import { hueClass } from '../palette';
import styles from './queueRule.module.css';

/** Height of a lane. */
export const LANE_PX = 17;

interface LanesProps {
  readonly lanes: readonly RuleLane[];
  readonly y: number;
  readonly width: number;
}

const LANE_LEFT_PX = 96;
const LANE_RIGHT_PX = 34;
const LEAST_SCALE_PACKETS = 10;

/** A queue for each, and the one transmitter that they take in turn. */
export function QueueLanes({ lanes, y, width }: LanesProps) {
  if (lanes.length === 0) return null;
  const most = Math.max(LEAST_SCALE_PACKETS, ...lanes.map(({ packets }) => packets ?? 0));
  const length = width - LANE_LEFT_PX - LANE_RIGHT_PX;
  const right = width - LANE_RIGHT_PX;
  const middle = y + (lanes.length * LANE_PX) / 2;
  return (
    <>
      {lanes.map(({ groupIndex, label, packets }, row) => {
        const top = y + row * LANE_PX + 2;
        const filled = ((packets ?? 0) / most) * length;
        return (
          <g key={groupIndex} className={hueClass(groupIndex)}>
            <text className={clsx(styles.name, styles.end)} x={LANE_LEFT_PX - 6} y={top + 10}>
              {label}
            </text>
            <rect className={styles.lane} x={LANE_LEFT_PX} y={top} width={length} height={12} />
            <rect
              className={styles.waiting}
              x={right - filled}
              y={top}
              width={filled}
              height={12}
            />
            <path className={styles.axis} d={`M${right} ${top + 6}L${right + 12} ${middle}`} />
            {packets !== null && (
              <text className={clsx(styles.text, styles.over)} x={LANE_LEFT_PX + 4} y={top + 10}>
                {formatCount(Math.round(packets))}
              </text>
            )}
          </g>
        );
      })}
      <path className={styles.limit} d={`M${right + 12} ${middle}H${width}`} />
    </>
  );
}
