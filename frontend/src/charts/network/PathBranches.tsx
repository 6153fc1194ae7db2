import { formatMilliseconds, joinQuantity, toShortest } from '@/analysis/numbers/units';
import { countOf } from '@/analysis/numbers/shown';
import type { PathBranch, PathGeometry } from '@/analysis/scenario/network/path';

import marks from '../marks.module.css';
import { hueClass } from '../palette';
import styles from './path.module.css';

/** The access paths: one with its name for each group, or a fan of all where they are many. */
export function PathBranches({ geometry }: { geometry: PathGeometry }) {
  return geometry.isDense ? <Fan geometry={geometry} /> : <Named geometry={geometry} />;
}

function Named({ geometry }: { geometry: PathGeometry }) {
  const { branches, joinX, middleY } = geometry;
  return branches.map(({ label, rttSeconds, startX, y, squares, isTooShort, hue }) => {
    const rtt = joinQuantity(formatMilliseconds(rttSeconds));
    return (
      <g key={hue} className={hueClass(hue)}>
        <path className={styles.branch} d={line({ startX, y }, joinX, middleY)} />
        {squares.map((x) => (
          <rect key={x} className={styles.square} x={x - 2.5} y={y - 2.5} width={5} height={5} />
        ))}
        <circle className={styles.sender} cx={startX} cy={y} r={5} />
        <text className={styles.name} x={startX - 10} y={y - 1}>
          {label}
        </text>
        <text className={isTooShort ? styles.tooShort : styles.rtt} x={startX - 10} y={y + 12}>
          {isTooShort ? `✕ ${rtt} RTT` : `${rtt} RTT`}
        </text>
      </g>
    );
  });
}

function Fan({ geometry }: { geometry: PathGeometry }) {
  const { branches, joinX, middleY, groupCount, flowCount, labelX } = geometry;
  const rtts = branches.map(({ rttSeconds }) => rttSeconds);
  const longest = joinQuantity(formatMilliseconds(Math.max(...rtts)));
  const range = `${toShortest(Math.min(...rtts) * 1e3)} to ${longest}`;
  const tooShort = branches.filter(({ isTooShort }) => isTooShort).length;
  return (
    <>
      {branches.map(({ startX, y, hue }) => (
        <g key={hue} className={hueClass(hue)}>
          <path className={styles.thread} d={line({ startX, y }, joinX, middleY)} />
          <circle className={styles.dot} cx={startX} cy={y} r={2} />
        </g>
      ))}
      <text className={styles.fanName} x={labelX} y={middleY - 12}>
        {groupCount} groups
      </text>
      <text className={marks.fact} x={labelX} y={middleY + 3}>
        {countOf(flowCount, 'flow')}
      </text>
      <text className={marks.fact} x={labelX} y={middleY + 17}>
        {range}
      </text>
      {tooShort > 0 && (
        <text className={styles.fanBad} x={labelX} y={middleY + 32}>
          ✕ {tooShort} too short
        </text>
      )}
    </>
  );
}

type Start = Pick<PathBranch, 'startX' | 'y'>;

function line({ startX, y }: Start, joinX: number, middleY: number): string {
  const bendX = Math.max(startX + 2, joinX - 14);
  return `M${startX} ${y}H${Math.min(bendX, joinX)}L${joinX} ${middleY}`;
}
