import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';

import type {
  QueueRule,
  RuleAxis,
  RuleCurve,
  RuleGauge,
  RuleMark,
} from '@/analysis/scenario/queue/queuePicture';
import { coordinate } from '@/analysis/numbers/shown';

import { LANE_PX, QueueLanes } from './QueueLanes';
import marks from '../marks.module.css';
import styles from './queueRule.module.css';

interface QueueRuleProps {
  readonly rule: QueueRule;
}

const WIDEST_PX = 320;
const PLOT_PX = 62;
const TOP_PX = 20;
const AXIS_PX = 30;
const LEFT_PX = 38;
const RIGHT_PX = 6;
const GAUGE_PX = 22;
const GAUGE_LEFT_PX = 50;
const GAUGE_RIGHT_PX = 56;
const STICKS_PX = 26;
/** Between the name of an axis and what the first gauge is held to. */
const GAP_PX = 6;
/** Numbers at an axis that are nearer than this would lie over each other. */
const MARK_PX = 26;
const LINE_PX = 12;

/** How a queue decides, and where it stands: small enough for a rail. */
export function QueueRulePicture({ rule }: QueueRuleProps) {
  const { ref, width: room } = useElementSize<HTMLDivElement>();
  const width = Math.min(room, WIDEST_PX);
  const isPlot = rule.x !== null;
  const plotPx = rule.sticks.length > 0 ? STICKS_PX : PLOT_PX;
  const belowPlot = isPlot ? TOP_PX + plotPx + AXIS_PX + (rule.gauges.length > 0 ? GAP_PX : 0) : 0;
  const belowGauges = belowPlot + rule.gauges.length * GAUGE_PX;
  const height = belowGauges + rule.lanes.length * LANE_PX + 2;
  return (
    <div ref={ref} className={styles.box} style={{ minHeight: height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={rule.words}>
          {rule.x !== null && <Plot rule={rule} x={rule.x} width={width} plotPx={plotPx} />}
          {rule.gauges.map((gauge, place) => (
            <Gauge key={gauge.title} gauge={gauge} y={belowPlot + place * GAUGE_PX} width={width} />
          ))}
          <QueueLanes lanes={rule.lanes} y={belowGauges} width={width} />
        </svg>
      )}
    </div>
  );
}

interface PlotProps extends QueueRuleProps {
  readonly x: RuleAxis;
  readonly width: number;
  readonly plotPx: number;
}

function Plot({ rule, x, width, plotPx }: PlotProps) {
  const { y, curves, lines, sides, sticks, stickWords, nextStick, trails } = rule;
  const left = y === null ? 1 : LEFT_PX;
  const right = width - RIGHT_PX;
  const floor = TOP_PX + plotPx;
  const atX = (value: number) => left + (value / x.max) * (right - left);
  const atY = (value: number) => floor - (value / (y?.max ?? 1)) * plotPx;
  const place = ([a, b]: readonly [number, number]) =>
    `${coordinate(atX(a))} ${coordinate(atY(b))}`;
  return (
    <g>
      <path className={styles.axis} d={`M${left} ${TOP_PX}V${floor}H${right}`} />
      {lines.map((at) => (
        <path key={at} className={styles.line} d={`M${atX(at)} ${TOP_PX}V${floor}`} />
      ))}
      <Axes x={x} y={y} atX={atX} atY={atY} ends={{ left, right, floor }} />
      {sides !== null && lines[0] !== undefined && (
        <>
          <text className={clsx(styles.text, styles.end)} x={atX(lines[0]) - 6} y={TOP_PX + 10}>
            {sides[0]}
          </text>
          <text className={styles.text} x={atX(lines[0]) + 6} y={TOP_PX + 10}>
            {sides[1]}
          </text>
        </>
      )}
      {curves.map(({ points, isDotted, label }) => (
        <path
          key={label}
          className={clsx(marks.line, isDotted && styles.dotted)}
          d={`M${points.map(place).join('L')}`}
        />
      ))}
      <CurveNames curves={curves} atX={atX} atY={atY} floor={floor} />
      {sticks.length > 0 && (
        <text className={styles.text} x={0} y={11}>
          {stickWords}
        </text>
      )}
      {sticks.map((at, index) => (
        <path
          key={at}
          className={clsx(styles.stick, index === nextStick && styles.next)}
          d={`M${coordinate(atX(at))} ${floor}v${-plotPx}`}
        />
      ))}
      {trails.map(({ points }, index) => {
        const last = points.at(-1);
        return (
          last !== undefined && (
            <g key={index}>
              <path className={styles.trail} d={`M${points.map(place).join('L')}`} />
              <circle className={styles.dot} cx={atX(last[0])} cy={atY(last[1])} r={4} />
            </g>
          )
        );
      })}
    </g>
  );
}

interface CurveNamesProps {
  readonly curves: readonly RuleCurve[];
  readonly atX: (value: number) => number;
  readonly atY: (value: number) => number;
  readonly floor: number;
}

function CurveNames({ curves, atX, atY, floor }: CurveNamesProps) {
  return curves.map(({ points, label }) => {
    const [a, b] = points[Math.floor(points.length / 2)] ?? [0, 0];
    // Near the axis the name stands above its curve, and left of where that rises into it.
    const below = atY(b) + 12;
    const isAbove = below > floor;
    return (
      <text
        key={label}
        className={clsx(styles.text, isAbove && styles.end)}
        x={atX(a) + (isAbove ? 0 : 5)}
        y={isAbove ? atY(b) - 6 : below}
      >
        {label}
      </text>
    );
  });
}

interface AxesProps {
  readonly x: RuleAxis;
  readonly y: RuleAxis | null;
  readonly atX: (value: number) => number;
  readonly atY: (value: number) => number;
  readonly ends: { readonly left: number; readonly right: number; readonly floor: number };
}

function Axes({ x, y, atX, atY, ends: { left, right, floor } }: AxesProps) {
  return (
    <>
      {apart(x.marks, atX, MARK_PX).map(({ at, text }) => (
        <text
          key={text}
          className={clsx(styles.text, at === x.max ? styles.end : styles.middle)}
          x={at === x.max ? right : atX(at)}
          y={floor + 12}
        >
          {text}
        </text>
      ))}
      <text className={clsx(styles.text, styles.end)} x={right} y={floor + 25}>
        {x.title}
      </text>
      {y !== null && (
        <>
          <text className={styles.text} x={0} y={11}>
            {y.title}
          </text>
          {apart(y.marks, atY, LINE_PX).map(({ at, text }) => (
            <text
              key={text}
              className={clsx(styles.text, styles.end)}
              x={left - 3}
              y={atY(at) + (at === y.max ? 9 : 4)}
            >
              {text}
            </text>
          ))}
        </>
      )}
    </>
  );
}

/** Without those that would lie over one before them. */
function apart(
  marks: readonly RuleMark[],
  atPx: (value: number) => number,
  leastPx: number,
): readonly RuleMark[] {
  const kept: RuleMark[] = [];
  for (const mark of marks) {
    if (kept.every(({ at }) => Math.abs(atPx(at) - atPx(mark.at)) >= leastPx)) kept.push(mark);
  }
  return kept;
}

interface GaugeProps {
  readonly gauge: RuleGauge;
  readonly y: number;
  readonly width: number;
}

function Gauge({ gauge: { title, max, limits, value, valueText }, y, width }: GaugeProps) {
  const left = GAUGE_LEFT_PX;
  const length = width - GAUGE_RIGHT_PX - left;
  const at = (part: number) => left + Math.min(1, part / max) * length;
  return (
    <g transform={`translate(0 ${y})`}>
      <text className={styles.text} x={0} y={17}>
        {title}
      </text>
      <rect className={styles.track} x={left} y={11} width={length} height={7} />
      {value !== null && (
        <rect className={styles.fill} x={left} y={11} width={at(value) - left} height={7} />
      )}
      {limits.map((limit) => (
        <g key={limit.text}>
          {limit.at > 0 && <path className={styles.limit} d={`M${at(limit.at)} 9v11`} />}
          <text className={styles.text} x={at(limit.at) + (limit.at > 0 ? 4 : 0)} y={9}>
            {limit.text}
          </text>
        </g>
      ))}
      <text className={clsx(styles.text, styles.end)} x={width} y={17}>
        {valueText}
      </text>
    </g>
  );
}
