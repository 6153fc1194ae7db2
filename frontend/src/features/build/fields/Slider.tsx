import { positionOf, sliderTicks, valueAt, type SliderScale } from '@/analysis/axes/slider';
import slider from '@/ui/fields/slider.module.css';

import styles from './field.module.css';

interface SliderProps {
  readonly label: string;
  readonly scale: SliderScale;
  readonly value: number;
  readonly isWhole: boolean;
  /** The value in words, for a screen reader and for the marks. */
  readonly format: (value: number) => string;
  readonly formatTick?: ((value: number) => string) | undefined;
  readonly onChange: (value: number) => void;
}

const STEPS = 300;
const MOST_TICKS = 4;

/** A slider with a square thumb; its scale may be logarithmic. */
export function Slider(props: SliderProps) {
  const { label, scale, value, isWhole, format, formatTick, onChange } = props;
  const position = positionOf(value, scale);
  return (
    <>
      <input
        type="range"
        className={slider.slider}
        aria-label={label}
        aria-valuetext={format(value)}
        min={0}
        max={STEPS}
        value={Math.round(position * STEPS)}
        style={{ '--filled': `${position * 100}%` } as React.CSSProperties}
        onChange={(event) => {
          const next = valueAt(Number(event.target.value) / STEPS, scale);
          onChange(isWhole ? Math.round(next) : next);
        }}
      />
      {formatTick !== undefined && (
        <span className={styles.ticks} aria-hidden="true">
          {sliderTicks(scale, MOST_TICKS).map((tick, index, { length }) => (
            <i
              key={tick}
              data-end={index === 0 ? 'first' : index === length - 1 ? 'last' : undefined}
              style={{ left: `${positionOf(tick, scale) * 100}%` }}
            >
              {formatTick(tick)}
            </i>
          ))}
        </span>
      )}
    </>
  );
}
