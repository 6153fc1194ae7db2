import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';

import { formatMilliseconds, formatSetRate, joinQuantity } from '@/analysis/numbers/units';
import {
  pathGeometry,
  pathHeight,
  type PathGeometry,
  type PathScenario,
} from '@/analysis/scenario/network/path';
import { queueCells, type QueueCell, type QueueFill } from '@/analysis/scenario/queue/queueCells';

import marks from '../marks.module.css';
import { hueClass } from '../palette';
import styles from './path.module.css';
import { PathBranches } from './PathBranches';

interface PathDrawingProps {
  readonly path: PathScenario;
  /** What the buffer holds, in words. */
  readonly bufferText: string;
  readonly rowPx?: number;
  /** What waits in the buffer at the moment that is shown. */
  readonly fill?: QueueFill;
}

const ROW_PX = 46;
const FOOT_PX = 44;
const HEAD_PX = 18;
const QUEUE_HALF_PX = 18;
const NARROW_PX = 520;
const RECEIVER_PX = 9;
/** With its packets in it a queue is drawn longer. */
const FILLED_QUEUE_PX = 188;
const CELL_PX = 3.5;
const CELL_PITCH_PX = 4;
const QUEUE_PADDING_PX = 2;
const LINK_TEXT_PX = 170;
/** Beside a fan of many groups there is no room over the queue. */
const ABOVE_FAN_PX = -6;

/** The senders, the one queue and the receivers, drawn to scale. */
export function PathDrawing({ path, bufferText, rowPx = ROW_PX, fill }: PathDrawingProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const height = pathHeight(path.groups.length, rowPx);
  const isNarrow = width < NARROW_PX;
  const geometry =
    width === 0
      ? null
      : pathGeometry(path, {
          width,
          height,
          labelWidth: 92,
          queueWidth: isNarrow ? 110 : fill === undefined ? 150 : FILLED_QUEUE_PX,
          endWidth: isNarrow ? 14 : 78,
        });
  return (
    <div ref={ref} className={marks.box} style={{ height: height + FOOT_PX + HEAD_PX }}>
      {geometry !== null && (
        <svg
          className={marks.drawing}
          width={width}
          height={height + FOOT_PX + HEAD_PX}
          role="img"
          aria-label={`The path: ${namesOf(path)} share one queue`}
        >
          <g transform={`translate(0 ${HEAD_PX})`}>
            <PathBranches geometry={geometry} />
            <Bottleneck
              geometry={geometry}
              path={path}
              bufferText={bufferText}
              isNarrow={isNarrow}
              {...(fill === undefined ? {} : { fill })}
            />
            <ScaleBar geometry={geometry} y={height + FOOT_PX - 10} isNarrow={isNarrow} />
          </g>
        </svg>
      )}
    </div>
  );
}

function hueOf(group: number | undefined): string | undefined {
  return group === undefined ? styles.ink : hueClass(group);
}

const MOST_NAMES = 8;

function namesOf({ groups }: PathScenario): string {
  if (groups.length > MOST_NAMES) return `${groups.length} groups`;
  return groups.map(({ label }) => label).join(', ');
}

interface BottleneckProps extends PathDrawingProps {
  readonly geometry: PathGeometry;
  readonly isNarrow: boolean;
}

type ReceiverProps = Pick<PathGeometry, 'endX' | 'middleY'> & { readonly isNarrow: boolean };

function Receiver({ endX, middleY, isNarrow }: ReceiverProps) {
  return (
    <>
      <rect className={styles.receiver} x={endX} y={middleY - 8} width={RECEIVER_PX} height={16} />
      {!isNarrow && (
        <text className={styles.end} x={endX + 16} y={middleY + 4}>
          receivers
        </text>
      )}
    </>
  );
}

function Bottleneck({ geometry, path, bufferText, isNarrow, fill }: BottleneckProps) {
  const { joinX, queueX, queueWidth, endX, middleY, squares, squareHues } = geometry;
  const rate = joinQuantity(formatSetRate(path.rateBps));
  const delay = joinQuantity(formatMilliseconds(path.delaySeconds));
  // Near the right edge texts end there, above the branches, instead of running out.
  const edgeX = endX + RECEIVER_PX;
  const isAtEdge = isNarrow && edgeX - queueX < LINK_TEXT_PX;
  return (
    <g>
      <path className={marks.line} d={`M${joinX} ${middleY}H${queueX}`} />
      <rect
        className={styles.queue}
        x={queueX}
        y={middleY - QUEUE_HALF_PX}
        width={queueWidth}
        height={2 * QUEUE_HALF_PX}
      />
      {fill !== undefined && (
        <QueueCells
          {...queueCells(fill, {
            width: queueWidth - 2 * QUEUE_PADDING_PX,
            height: 2 * (QUEUE_HALF_PX - QUEUE_PADDING_PX),
            pitch: CELL_PITCH_PX,
          })}
          x={queueX + QUEUE_PADDING_PX}
          y={middleY - QUEUE_HALF_PX + QUEUE_PADDING_PX}
          sizePx={CELL_PX}
        />
      )}
      <path
        className={clsx(styles.link, Boolean(path.changeText) && styles.changing)}
        d={`M${queueX + queueWidth} ${middleY}H${endX}`}
      />
      {squares.map((x, index) => (
        <rect
          key={x}
          className={clsx(styles.linkSquare, hueOf(squareHues[index]))}
          x={x - 3}
          y={middleY - 3}
          width={6}
          height={6}
        />
      ))}
      <Receiver {...{ endX, middleY, isNarrow }} />
      <text
        className={clsx(marks.fact, isNarrow && styles.atEdge)}
        x={isNarrow ? edgeX : queueX}
        y={middleY + QUEUE_HALF_PX + 16}
      >
        {bufferText}
      </text>
      <ChangeText
        text={path.changeText ?? ''}
        x={isAtEdge ? edgeX : queueX}
        y={middleY + QUEUE_HALF_PX + 31}
        isAtEdge={isAtEdge}
      />
      <text
        className={clsx(marks.fact, isAtEdge && styles.atEdge)}
        x={isAtEdge ? edgeX : queueX}
        y={geometry.isDense ? ABOVE_FAN_PX : middleY - QUEUE_HALF_PX - (isAtEdge ? 16 : 8)}
      >
        <tspan className="strong">{rate}</tspan>, {delay} one way
      </text>
    </g>
  );
}

interface ChangeTextProps {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isAtEdge: boolean;
}

/** What changes on the link, below what its buffer holds. */
function ChangeText({ text, x, y, isAtEdge }: ChangeTextProps) {
  if (text === '') return null;
  return (
    <text className={clsx(marks.fact, isAtEdge && styles.atEdge)} x={x} y={y}>
      {text}
    </text>
  );
}

interface ScaleBarProps {
  readonly geometry: PathGeometry;
  readonly y: number;
  readonly isNarrow: boolean;
}

function ScaleBar({ geometry, y, isNarrow }: ScaleBarProps) {
  const { scalePx, scaleSeconds } = geometry;
  const time = joinQuantity(formatMilliseconds(scaleSeconds));
  return (
    <g>
      <path className={styles.scale} d={`M1 ${y - 5}v5h${scalePx}v-5`} />
      <text className={marks.fact} x={scalePx + 9} y={y}>
        {isNarrow
          ? `${time} one way, to scale`
          : `${time} one way, to scale. One square is one packet at equal shares.`}
      </text>
    </g>
  );
}

interface QueueCellsProps {
  readonly cells: readonly QueueCell[];
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
}

/** The packets that wait, one path for each group: hundreds of squares are drawn at once. */
function QueueCells({ cells, x, y, sizePx }: QueueCellsProps) {
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
