import { useId } from 'react';

import { positionOfStop, stepFrom, stopAt, type StopScale } from '@/analysis/axes/stops';
import slider from '@/ui/fields/slider.module.css';

import styles from './controls.module.css';

interface StopSliderProps {
  readonly label: string;
  readonly value: number;
  readonly scale: StopScale;
  readonly ticks: readonly number[];
  /** A value as people read it, with its unit. */
  readonly format: (value: number) => string;
  readonly formatTick: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** The track in steps fine enough for every stop. */
const TRACK = 1000;
const PAGE_STOPS = 5;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -PAGE_STOPS,
  PageUp: PAGE_STOPS,
  Home: -Infinity,
  End: Infinity,
};

/** A slider that stops at round values; keys go from stop to stop. */
export function StopSlider(props: StopSliderProps) {
  const { label, value, scale, ticks, format, formatTick, onChange } = props;
  const id = useId();
  const position = positionOfStop(value, scale);
  return (
    <div>
      <p className={styles.top}>
        <label htmlFor={id}>{label}</label>
        <b>{format(value)}</b>
      </p>
      <input
        id={id}
        type="range"
        className={slider.slider}
        style={{ '--filled': `${position * 100}%` } as React.CSSProperties}
        min={0}
        max={TRACK}
        step={1}
        value={Math.round(position * TRACK)}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(stopAt(Number(event.target.value) / TRACK, scale))}
        onKeyDown={(event) => {
          const steps = STEPS[event.key];
          if (steps === undefined) return;
          event.preventDefault();
          onChange(stepFrom(value, steps, scale));
        }}
      />
      <span className={styles.ticks} aria-hidden="true">
        {ticks.map((tick) => (
          <i key={tick} style={{ left: `${positionOfStop(tick, scale) * 100}%` }}>
            {formatTick(tick)}
          </i>
        ))}
      </span>
    </div>
  );
}
