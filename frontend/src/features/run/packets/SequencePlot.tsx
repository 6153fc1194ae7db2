import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';
import { useMemo } from 'react';

import { sequencePaths, sequenceRange, type PacketEvents } from '@/analysis/replay/packets';
import { ticksBetween } from '@/analysis/axes/ticks';
import { formatCount } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';
import marks from '@/charts/marks.module.css';
import { hueClass } from '@/charts/palette';
import type { StageFlow, TimeRange } from '@/charts/model';

import styles from './packets.module.css';

const HEIGHT_PX = 240;
const LEFT_PX = 58;
const RIGHT_PX = 16;
const TOP_PX = 8;
const BOTTOM_PX = 22;
const SEQUENCE_TICKS = 4;
const TIME_TICKS = 6;

interface SequencePlotProps {
  readonly events: PacketEvents;
  readonly flow: StageFlow;
  readonly range: TimeRange;
}

/** When each packet of a flow left, was lost and was acknowledged: one square is one packet. */
export function SequencePlot({ events, flow, range }: SequencePlotProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const drawn = useMemo(() => {
    const sequences = sequenceRange(events, flow.index);
    if (sequences === null || width === 0) return null;
    const scales = plotScales(range, sequences, width);
    return { scales, sequences, paths: sequencePaths(events, flow.index, scales) };
  }, [events, flow.index, range, width]);
  return (
    <div ref={ref}>
      {drawn !== null && (
        <svg
          className={clsx(styles.plot, hueClass(flow.groupIndex))}
          width={width}
          height={HEIGHT_PX}
          role="img"
          aria-label={`Time-sequence plot of ${flow.label}`}
        >
          <Axes {...drawn} range={range} width={width} />
          <path className={styles.acked} d={drawn.paths.acked} />
          <path className={styles.sent} d={drawn.paths.sent} />
          <path className={styles.again} d={drawn.paths.again} />
          <path className={styles.again} d={drawn.paths.handshake} />
          <path className={marks.line} d={drawn.paths.gone} />
        </svg>
      )}
    </div>
  );
}

type PlotScales = ReturnType<typeof plotScales>;

function plotScales(range: TimeRange, sequences: readonly [number, number], width: number) {
  const right = width - RIGHT_PX;
  const bottom = HEIGHT_PX - BOTTOM_PX;
  const spanSeconds = range[1] - range[0];
  const spanPackets = Math.max(1, sequences[1] - sequences[0]);
  return {
    x: (time: number) => LEFT_PX + ((time - range[0]) / spanSeconds) * (right - LEFT_PX),
    y: (sequence: number) => {
      const above = Math.max(0, sequence - sequences[0]); // of a handshake: below all
      return bottom - (above / spanPackets) * (bottom - TOP_PX);
    },
  };
}

interface AxesProps {
  readonly scales: PlotScales;
  readonly sequences: readonly [number, number];
  readonly range: TimeRange;
  readonly width: number;
}

function Axes({ scales, sequences, range, width }: AxesProps) {
  const bottom = HEIGHT_PX - BOTTOM_PX;
  const decimals = range[1] - range[0] < 1 ? 3 : 2;
  return (
    <>
      {ticksBetween(...sequences, SEQUENCE_TICKS)
        .filter(Number.isInteger)
        .map((sequence) => {
          const y = scales.y(sequence);
          return (
            <g key={sequence}>
              <line className={styles.grid} x1={LEFT_PX} x2={width - RIGHT_PX} y1={y} y2={y} />
              <text x={LEFT_PX - 6} y={y} textAnchor="end" dominantBaseline="central">
                {formatCount(sequence)}
              </text>
            </g>
          );
        })}
      <line className={styles.axis} x1={LEFT_PX} x2={width - RIGHT_PX} y1={bottom} y2={bottom} />
      {ticksBetween(...range, TIME_TICKS).map((time) => (
        <text key={time} x={scales.x(time)} y={HEIGHT_PX - 6} textAnchor="middle">
          {aligned(time, decimals)}
        </text>
      ))}
    </>
  );
}
