import type { QueueCell } from '@/analysis/scenario/queueCells';

import { hueClass } from './palette';
import styles from './path.module.css';

interface QueueCellsProps {
  readonly cells: readonly QueueCell[];
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
}

/** The packets that wait, one path for each group: hundreds of squares are drawn at once. */
export function QueueCells({ cells, x, y, sizePx }: QueueCellsProps) {
  const groups = [...new Set(cells.map(({ groupIndex }) => groupIndex))].sort((a, b) => a - b);
  return (
    <g transform={`translate(${x} ${y})`}>
      {groups.map((group) => (
        <path
          key={group}
          className={`${styles.square} ${hueClass(group)}`}
          d={cells
            .filter(({ groupIndex }) => groupIndex === group)
            .map((cell) => `M${cell.x} ${cell.y}h${sizePx}v${sizePx}h-${sizePx}z`)
            .join('')}
        />
      ))}
    </g>
  );
}
