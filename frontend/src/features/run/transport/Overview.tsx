import clsx from 'clsx';
import { useMemo, useRef } from 'react';

import { instantText } from '@/analysis/numbers/instant';
import { scaleFromZero } from '@/analysis/axes/ticks';
import { largest, type SeriesGrid } from '@/analysis/series/series';
import { toShortest } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';
import type { StageFlow, TimeRange } from '@/charts/model';
import { hueClass } from '@/charts/palette';
import { useMomentFrame } from '@/charts/moment';
import { useCursorStore } from '@/state/cursor';

import {
  curvePath,
  movedView,
  percentOf,
  type OverviewLimits,
  type ViewPart,
} from './overviewGeometry';
import styles from './transport.module.css';
import { useOverviewDrag } from './useOverviewDrag';

interface OverviewProps {
  readonly flows: readonly StageFlow[];
  /** Throughput over the whole run. */
  readonly series: SeriesGrid | undefined;
  readonly capacityBps: number;
  readonly durationSeconds: number;
  readonly range: TimeRange;
  /** Time shown where there is no cursor. */
  readonly restSeconds: number;
  readonly onView: (view: TimeRange) => void;
}

const TICKS = 6;
const STEP_SHARE = 0.01;
const SMALLEST_SAMPLES = 5;

/** The whole run in one strip: what is in view, and where the clock stands in it. */
export function Overview(props: OverviewProps) {
  const { series, durationSeconds, range, restSeconds, onView } = props;
  const strip = useRef<HTMLDivElement>(null);
  const sampleSeconds = series?.sampleIntervalSeconds ?? 0.1;
  const limits: OverviewLimits = {
    durationSeconds,
    smallestSeconds: Math.min(durationSeconds, sampleSeconds * SMALLEST_SAMPLES),
  };
  const drag = useOverviewDrag({ strip, limits, range, onView });
  const [from, to] = drag.preview ?? range;
  const left = percentOf(from, durationSeconds);
  const right = percentOf(to, durationSeconds);
  const handle = { limits, range, onView, durationSeconds };
  return (
    <div className={styles.overview} role="group" aria-label="Whole run">
      <div ref={strip} className={styles.strip} {...drag.handlers}>
        <Curves {...props} />
        <i className={styles.veil} style={{ left: 0, width: left }} />
        <i className={styles.veil} style={{ left: right, right: 0 }} />
        <div className={styles.window} style={{ left, width: `calc(${right} - ${left})` }}>
          <Handle {...handle} part="from" at={from} text={instantText(from)} />
          <Handle {...handle} part="window" at={from} text={rangeText(from, to)} />
          <Handle {...handle} part="to" at={to} text={instantText(to)} />
        </div>
        <Playhead
          durationSeconds={durationSeconds}
          restSeconds={restSeconds}
          stepSeconds={sampleSeconds}
        />
      </div>
      <Ticks durationSeconds={durationSeconds} />
    </div>
  );
}

function Curves({ flows, series, capacityBps, durationSeconds }: OverviewProps) {
  const highest = useMemo(() => {
    const all = flows.map(({ index }) => largest(series?.flows.get(index)?.throughput_bps) ?? 0);
    // Many flows would lie flat on the floor of a strip that is as high as the link.
    return Math.min(capacityBps, Math.max(...all)) || capacityBps;
  }, [flows, series, capacityBps]);
  const paths = useMemo(
    () =>
      flows.map(({ index, groupIndex }) => {
        const values = series?.flows.get(index)?.throughput_bps?.mean ?? [];
        const times = series?.timeSeconds ?? [];
        const d = curvePath(times, values, durationSeconds, highest);
        return { index, groupIndex, d };
      }),
    [flows, series, highest, durationSeconds],
  );
  const svg = useRef<SVGSVGElement>(null);
  useMomentFrame(useCursorStore(), ({ revealSeconds }) => {
    const drawn = percentOf(revealSeconds ?? durationSeconds, durationSeconds);
    svg.current?.style.setProperty('clip-path', `inset(0 calc(100% - ${drawn}) 0 0)`);
  });
  return (
    <svg
      ref={svg}
      className={styles.curves}
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {paths.map(({ index, groupIndex, d }) => (
        <path key={index} className={hueClass(groupIndex)} d={d} />
      ))}
    </svg>
  );
}

interface HandleProps {
  readonly part: ViewPart;
  readonly at: number;
  readonly text: string;
  readonly range: TimeRange;
  readonly limits: OverviewLimits;
  readonly onView: (view: TimeRange) => void;
}

const HANDLE_NAMES = {
  from: 'Start of the view',
  to: 'End of the view',
  window: 'View: move it along the run',
} as const;
const HANDLE_CLASSES = { from: styles.from, to: styles.to, window: styles.body } as const;

function Handle({ part, at, text, range, limits, onView }: HandleProps) {
  const { durationSeconds } = limits;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = keySeconds(event, durationSeconds * STEP_SHARE, durationSeconds);
    if (by === null) return;
    event.preventDefault();
    onView(movedView(range, part, by, limits));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      data-part={part}
      className={clsx(styles.handle, HANDLE_CLASSES[part])}
      aria-label={HANDLE_NAMES[part]}
      aria-valuemin={0}
      aria-valuemax={durationSeconds}
      aria-valuenow={at}
      aria-valuetext={text}
      onKeyDown={onKeyDown}
    />
  );
}

interface PlayheadProps {
  readonly durationSeconds: number;
  readonly restSeconds: number;
  readonly stepSeconds: number;
}

/** Moves by itself while time is played: it writes its place without being rendered. */
function Playhead({ durationSeconds, restSeconds, stepSeconds }: PlayheadProps) {
  const clock = useCursorStore();
  const mark = useRef<HTMLSpanElement>(null);
  const timeOf = (shown: number | null) => Math.min(shown ?? restSeconds, durationSeconds);
  useMomentFrame(useCursorStore(), ({ timeSeconds, isPlaying }) => {
    const time = timeOf(timeSeconds);
    const element = mark.current;
    if (element === null) return;
    element.style.left = percentOf(time, durationSeconds);
    // A reader of the screen hears where time has stopped, not each frame of it.
    if (isPlaying) return;
    element.setAttribute('aria-valuenow', String(time));
    element.setAttribute('aria-valuetext', instantText(time));
  });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = keySeconds(event, stepSeconds, durationSeconds);
    if (by === null) return;
    event.preventDefault();
    const time = timeOf(clock.read().timeSeconds) + by;
    clock.place(Math.min(Math.max(time, 0), restSeconds));
  };
  return (
    <span
      ref={mark}
      role="slider"
      tabIndex={0}
      data-part="playhead"
      className={clsx(styles.playhead)}
      aria-label="Time shown"
      aria-valuemin={0}
      aria-valuemax={durationSeconds}
      aria-valuenow={restSeconds}
      onKeyDown={onKeyDown}
    />
  );
}

function Ticks({ durationSeconds }: { durationSeconds: number }) {
  const { ticks } = scaleFromZero(durationSeconds, TICKS);
  return (
    <div className={styles.ticks} aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ left: percentOf(tick, durationSeconds) }}>
          {toShortest(tick)}
        </span>
      ))}
      <em>whole run, s</em>
    </div>
  );
}

/** How far a key moves a slider; null: it moves nothing. */
function keySeconds(
  event: React.KeyboardEvent,
  stepSeconds: number,
  durationSeconds: number,
): number | null {
  const step = (event.shiftKey ? 10 : 1) * stepSeconds;
  const steps: Record<string, number> = {
    ArrowLeft: -step,
    ArrowDown: -step,
    ArrowRight: step,
    ArrowUp: step,
    PageDown: -10 * stepSeconds,
    PageUp: 10 * stepSeconds,
    Home: -durationSeconds,
    End: durationSeconds,
  };
  return steps[event.key] ?? null;
}

const rangeText = (from: number, to: number) => `${aligned(from, 1)} s to ${aligned(to, 1)} s`;
