import { t } from '@lingui/core/macro';
import { useElementSize } from '@mantine/hooks';

import { shareOn, type Axis } from '@/analysis/axes/scale';
import { linearAxis, logarithmicAxis } from '@/analysis/axes/value';
import { termText, termTitle } from '@/steps/metricNames';

import { triedWords, type Tried } from './tries';
import styles from './tries.module.css';

const LEFT_PX = 62;
const RIGHT_PX = 20;
const TOP_PX = 26;
const BOTTOM_PX = 46;
const HEIGHT_PX = 220;
const DOT_PX = 11;
const TICK_PX = 70;
const ROW_PX = 36;
/** Settings that differ by more are shown by their orders of magnitude. */
const FAR_FACTOR = 10;

/** Every try of a class: its result over its setting, filled where it reached the goal. */
export function TriedPlot({ tried }: { readonly tried: Tried }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { term, points, settingName, settingText } = tried;
  const title = termTitle(term);
  return (
    <div ref={ref} className={styles.plot} style={{ height: HEIGHT_PX }}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT_PX}
          role="img"
          aria-label={t`${title} over ${settingName}: ${triedWords(tried)}`}
        >
          <Drawn {...{ points, settingText, term }} width={width} />
          <text className={styles.title} x={0} y={14}>
            {title}
          </text>
          <text className={styles.title} x={LEFT_PX} y={HEIGHT_PX - 4}>
            {settingName}
          </text>
        </svg>
      )}
    </div>
  );
}

type DrawnProps = Pick<Tried, 'points' | 'settingText' | 'term'> & { readonly width: number };

function Drawn({ points, settingText, term, width }: DrawnProps) {
  const inner = Math.max(60, width - LEFT_PX - RIGHT_PX);
  const bottom = HEIGHT_PX - BOTTOM_PX;
  const across = axisOf(
    points.map(({ setting }) => setting),
    inner,
    TICK_PX,
  );
  const up = linearAxis(
    points.map(({ result }) => result),
    bottom - TOP_PX,
    ROW_PX,
  );
  const xOf = (setting: number) => LEFT_PX + shareOn(setting, across) * inner;
  const yOf = (result: number) => bottom - shareOn(result, up) * (bottom - TOP_PX);
  return (
    <>
      {across.ticks.map((tick) => (
        <text key={tick} className={styles.across} x={xOf(tick)} y={bottom + 20}>
          {settingText(tick)}
        </text>
      ))}
      {up.ticks.map((tick) => (
        <g key={tick}>
          <path className={styles.row} d={`M${LEFT_PX} ${yOf(tick)}h${inner}`} />
          <text className={styles.up} x={LEFT_PX - 8} y={yOf(tick) + 4}>
            {termText(term, tick)}
          </text>
        </g>
      ))}
      <path className={styles.base} d={`M${LEFT_PX} ${TOP_PX}V${bottom}h${inner}`} />
      {points.map(({ setting, result, holds }, index) => (
        <rect
          key={index}
          className={styles.dot}
          data-holds={holds}
          x={xOf(setting) - DOT_PX / 2}
          y={yOf(result) - DOT_PX / 2}
          width={DOT_PX}
          height={DOT_PX}
        />
      ))}
    </>
  );
}

function axisOf(values: readonly number[], lengthPx: number, gapPx: number): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isFar = low > 0 && high / low > FAR_FACTOR;
  return (isFar ? logarithmicAxis : linearAxis)(values, lengthPx, gapPx);
}
