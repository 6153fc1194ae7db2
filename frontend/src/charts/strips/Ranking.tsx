import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';
import { useMemo } from 'react';

import { isFaded, isHidden, type FlowFocus, type FlowMark } from '@/analysis/series/flowMarks';
import { nearestFlow, steppedFlow, type RankedFlow } from '@/analysis/series/ranking';
import { ticksBetween } from '@/analysis/axes/ticks';
import { formatRate, joinQuantity, rateUnit, toShortest } from '@/analysis/numbers/units';
import { coordinate } from '@/analysis/numbers/shown';

import type { StageGroup } from '../model';
import { useHighlight } from '../moment';
import { hueClass } from '../palette';
import styles from './ranking.module.css';

interface RankingProps {
  readonly focus: FlowFocus;
  readonly ranked: readonly RankedFlow[];
  readonly groups: readonly StageGroup[];
  /** What a flow of a group is due; null while it is not known. */
  readonly shareOf: (groupIndex: number) => number | null;
  /** Over what the rates are means. */
  readonly windowText: string;
}

const ROW_PX = 20;
const AXIS_PX = 18;
const LEFT_PX = 4;
const RIGHT_PX = 4;

/** Every flow as a tick at its throughput, a row for each group, with the fair share. */
export function Ranking({ focus, ranked: all, groups, shareOf, windowText }: RankingProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const highlight = useHighlight(focus);
  const ranked = useMemo(
    () =>
      all.filter(
        ({ index, groupIndex }) => !isHidden(focus.hidden, { groupIndex, flowIndex: index }),
      ),
    [all, focus.hidden],
  );
  const rows = groups.filter(({ groupIndex }) => !focus.hidden.groups.has(groupIndex));
  const shares = rows.map(({ groupIndex }) => shareOf(groupIndex));
  const top = Math.max(...shares.map((share) => share ?? 0), all[0]?.rateBps ?? 0) * 1.06;
  const current = ranked.find(({ index }) => index === highlight?.flowIndex);
  const point = (flow: RankedFlow | undefined) =>
    focus.highlight(
      flow === undefined ? null : { groupIndex: flow.groupIndex, flowIndex: flow.index },
    );
  const rateAt = (event: React.PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT_PX) / (box.width - LEFT_PX - RIGHT_PX);
    const row = rows[Math.floor((event.clientY - box.top) / ROW_PX)];
    const own = ranked.filter(({ groupIndex }) => groupIndex === row?.groupIndex);
    return nearestFlow(own, share * top);
  };
  return (
    <section className={styles.ranking}>
      <h3>
        Ranking <span className="faint regular">one tick for each flow: {windowText}</span>
        <output className={clsx(current && hueClass(current.groupIndex))}>
          {current === undefined ? '' : rankWords(current, all.length)}
        </output>
      </h3>
      <div className={styles.rows}>
        <RowNames rows={rows} />
        <div
          ref={ref}
          className={styles.axis}
          style={{ height: rows.length * ROW_PX + AXIS_PX }}
          role="slider"
          tabIndex={0}
          aria-label="Flows by throughput. Arrow keys move between flows, Enter selects one."
          aria-valuemin={1}
          aria-valuemax={all.length}
          aria-valuenow={current?.rank ?? 1}
          aria-valuetext={current === undefined ? '' : rankWords(current, all.length)}
          onPointerMove={(event) => point(rateAt(event))}
          onPointerLeave={() => focus.highlight(null)}
          onBlur={() => focus.highlight(null)}
          onClick={() => focus.pin(highlight)}
          onKeyDown={(event) => {
            const by = STEPS[event.key];
            if (event.key === 'Enter') focus.pin(highlight);
            else if (by !== undefined) point(steppedFlow(ranked, current?.index ?? null, by));
            else return;
            event.preventDefault();
          }}
        >
          {width > 0 && <Ticks {...{ rows, shares, ranked, top, width, highlight }} />}
        </div>
      </div>
    </section>
  );
}

function RowNames({ rows }: { rows: RankingProps['groups'] }) {
  return (
    <ul>
      {rows.map(({ groupIndex, label }) => (
        <li key={groupIndex} className={hueClass(groupIndex)}>
          <b className="hue-text">{label}</b>
        </li>
      ))}
    </ul>
  );
}

/** Right is faster. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: -1,
  ArrowUp: -1,
  ArrowLeft: 1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Infinity,
  End: -Infinity,
};

function rankWords({ label, rank, rateBps }: RankedFlow, count: number): string {
  return `${label}: ${joinQuantity(formatRate(rateBps))}, ${rank} of ${count}`;
}

/** In each row its own; named once. */
function FairShares({ shares, x }: Pick<TicksProps, 'shares'> & { x: (bps: number) => number }) {
  const named = shares.findIndex((share) => share !== null);
  return shares.map((share, row) => {
    if (share === null) return null;
    const [at, y] = [x(share), row * ROW_PX];
    return (
      <g key={row}>
        <line className={styles.fair} x1={at} x2={at} y1={y} y2={y + ROW_PX} />
        {row === named && (
          <text className={styles.fairText} x={at + 5} y={y + 8}>
            fair share
          </text>
        )}
      </g>
    );
  });
}

interface TicksProps {
  readonly rows: readonly StageGroup[];
  readonly ranked: readonly RankedFlow[];
  readonly top: number;
  /** By row what a flow is due. */
  readonly shares: readonly (number | null)[];
  readonly width: number;
  readonly highlight: FlowMark | null;
}

function Ticks({ rows, shares, ranked, top, width, highlight }: TicksProps) {
  const x = (rateBps: number) => LEFT_PX + (rateBps / top) * (width - LEFT_PX - RIGHT_PX);
  const { factor, unit } = rateUnit(top);
  const axisY = rows.length * ROW_PX;
  const ticks = ticksBetween(0, top / factor, Math.max(3, width / 120));
  const paths = useMemo(() => {
    const scale = (rateBps: number) => LEFT_PX + (rateBps / top) * (width - LEFT_PX - RIGHT_PX);
    return rows.map(({ groupIndex }, row) =>
      ranked
        .filter((flow) => flow.groupIndex === groupIndex)
        .map(({ rateBps }) => `M${coordinate(scale(rateBps))} ${row * ROW_PX + 4}v12`)
        .join(''),
    );
  }, [rows, ranked, top, width]);
  const current = ranked.find(({ index }) => index === highlight?.flowIndex);
  const currentRow = rows.findIndex(({ groupIndex }) => groupIndex === current?.groupIndex);
  return (
    <svg aria-hidden="true">
      <line className={styles.base} x1={0} x2={width} y1={axisY} y2={axisY} />
      {ticks.map((tick, index) => (
        <text
          key={tick}
          className={styles.tick}
          data-end={x(tick * factor) > width - 40 || undefined}
          x={x(tick * factor)}
          y={axisY + 14}
        >
          {toShortest(tick)}
          {index === ticks.length - 1 ? ` ${unit}` : ''}
        </text>
      ))}
      {rows.map(({ groupIndex }, row) => (
        <path
          key={groupIndex}
          className={clsx(styles.flows, hueClass(groupIndex))}
          data-faded={
            isFaded(highlight, { groupIndex, flowIndex: null }) ||
            current?.groupIndex === groupIndex ||
            undefined
          }
          d={paths[row]}
        />
      ))}
      <FairShares shares={shares} x={x} />
      {current !== undefined && currentRow >= 0 && (
        <rect
          className={clsx(styles.current, hueClass(current.groupIndex))}
          x={x(current.rateBps) - 3}
          y={currentRow * ROW_PX + 2}
          width={6}
          height={16}
        />
      )}
    </svg>
  );
}
