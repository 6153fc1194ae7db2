import { cellPlace, type QueuePart, type ReplayScene } from '@/analysis/replay/scene';
import type { PathScenario } from '@/analysis/scenario/network/path';
import { formatMilliseconds, formatSetRate, joinQuantity } from '@/analysis/numbers/units';

import marks from '../marks.module.css';
import { hueClass } from '../palette';
import paths from '../network/path.module.css';
import { PathBranches } from '../network/PathBranches';
import styles from './replay.module.css';
import { cellSize, hasFrames } from './replayPaint';

interface ReplayPathProps {
  readonly path: PathScenario;
  readonly scene: ReplayScene;
  readonly bufferPackets: number;
  readonly label: string;
}

const RECEIVER_PX = 9;
const RECEIVER_HALF_PX = 13;
const ARROW_PX = 6;
/** Narrower scenes have no room for words at their right end. */
const NARROW_PX = 520;

/** What stands still in replay: senders, wires, the queue with its places, receivers. */
export function ReplayPath({ path, scene, bufferPackets, label }: ReplayPathProps) {
  const { geometry, queue, middleY, linkX, width, height } = scene;
  const { joinX, endX } = geometry;
  const isNarrow = width < NARROW_PX;
  return (
    <svg className={marks.drawing} width={width} height={height} role="img" aria-label={label}>
      <g className={styles.branches}>
        <PathBranches geometry={geometry} />
      </g>
      <path className={marks.line} d={`M${joinX} ${middleY}H${queue.x}`} />
      <rect className={paths.queue} {...queue} />
      {scene.parts.map((part, index) => (
        <path key={index} className={styles.empty} d={emptyPlaces(part, bufferPackets)} />
      ))}
      <Parts parts={scene.parts} />
      <path className={marks.line} d={`M${queue.x + queue.width} ${middleY}H${linkX}`} />
      <path className={styles.link} d={`M${linkX} ${middleY}H${endX}`} />
      <rect
        className={paths.receiver}
        x={endX}
        y={middleY - RECEIVER_HALF_PX}
        width={RECEIVER_PX}
        height={2 * RECEIVER_HALF_PX}
      />
      {!isNarrow && (
        <text className={paths.end} x={endX + 16} y={middleY + 4}>
          {path.link?.leadsOn === true ? 'next link' : 'receivers'}
        </text>
      )}
      <LinkText path={path} scene={scene} isNarrow={isNarrow} />
      <Lanes scene={scene} isNarrow={isNarrow} />
      <Foot path={path} scene={scene} isNarrow={isNarrow} />
    </svg>
  );
}

/** What parts several queues, and the names of the two of a dual one; others have colours. */
function Parts({ parts }: Pick<ReplayScene, 'parts'>) {
  return parts.map(({ queue, holds }, index) =>
    holds === null ? null : (
      <g key={holds}>
        {index > 0 && <path className={marks.line} d={`M${queue.x} ${queue.y}h${queue.width}`} />}
        {typeof holds === 'string' && (
          <text className={styles.queueName} x={queue.x + 4} y={queue.y + queue.height / 2 + 4}>
            {holds}
          </text>
        )}
      </g>
    ),
  );
}

/** A pale square for each packet that the buffer has room for. */
function emptyPlaces(scene: QueuePart, bufferPackets: number): string {
  const { packetsPerCell, rows, columns } = scene.cells;
  const size = cellSize(scene);
  const count = Math.min(rows * columns, Math.ceil(bufferPackets / packetsPerCell));
  return Array.from({ length: count }, (_, index) => {
    const { x, y } = cellPlace(scene, index);
    return `M${x} ${y}h${size}v${size}h-${size}z`;
  }).join('');
}

interface PartProps {
  readonly scene: ReplayScene;
  readonly isNarrow: boolean;
}

function LinkText({ path, scene, isNarrow }: PartProps & { path: PathScenario }) {
  const { queue, geometry } = scene;
  const rate = joinQuantity(formatSetRate(path.rateBps));
  const delay = joinQuantity(formatMilliseconds(path.delaySeconds));
  return (
    <text
      className={isNarrow ? `${styles.fact} ${paths.atEdge}` : styles.fact}
      x={isNarrow ? geometry.endX + RECEIVER_PX : queue.x}
      y={queue.y - 9}
    >
      {path.link !== undefined && `${path.link.id}: `}
      <tspan className="strong">{rate}</tspan>, {delay} one way
    </text>
  );
}

/** The return path of the ACKs: half an RTT without any queue. */
function Lanes({ scene, isNarrow }: PartProps) {
  const { lanes, geometry } = scene;
  if (geometry.isDense) return null;
  return (
    <>
      {lanes.map(({ y, fromX, toX }, group) => (
        <g key={group} className={hueClass(group)}>
          <path className={styles.lane} d={`M${fromX} ${y}H${toX}`} />
          <path className={styles.head} d={`M${toX - ARROW_PX} ${y}l${ARROW_PX} -3.5v7z`} />
        </g>
      ))}
      {!isNarrow && (
        <text className={paths.end} x={geometry.endX + 16} y={(lanes.find(Boolean)?.y ?? 0) + 4}>
          ACKs
        </text>
      )}
    </>
  );
}

function Foot({ path, scene, isNarrow }: PartProps & { path: PathScenario }) {
  const { geometry, height, cells } = scene;
  const { scalePx, scaleSeconds } = geometry;
  const y = height - 6;
  const time = joinQuantity(formatMilliseconds(scaleSeconds));
  const words = isNarrow
    ? `${time} one way, to scale`
    : `${time} one way, to scale. ` +
      (cells.packetsPerCell === 1
        ? 'One square is one packet'
        : `In the queue a square is ${cells.packetsPerCell} packets`) +
      (hasFrames(scene) ? ', framed: retransmitted.' : '.') +
      (path.groups.length > 8 ? ' Flows of one group share a colour.' : '');
  return (
    <g>
      <path className={paths.scale} d={`M1 ${y - 5}v5h${scalePx}v-5`} />
      <text className={marks.fact} x={scalePx + 9} y={y}>
        {words}
      </text>
    </g>
  );
}
