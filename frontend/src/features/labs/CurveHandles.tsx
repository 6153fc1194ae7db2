import { t } from '@lingui/core/macro';
import { useState } from 'react';

import styles from './answer.module.css';
import type { Place } from './CurvePad';
import { COLUMNS, HANDLE_EVERY, withHandle, type Drawn } from '@/steps/drawnCurve';

interface CurveHandlesProps {
  readonly drawn: Drawn;
  readonly place: Place;
  /** The upper end of the axis, in the series' unit. */
  readonly top: number;
  /** A value at a column in words. */
  readonly said: (value: number | null, column: number) => string;
  readonly onDraw: (drawn: Drawn) => void;
}

const SIDE_PX = 9;
const STEPS = 40;
/** How far a key moves a square up, in steps. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
  Home: -STEPS,
  End: STEPS,
};

/**
 * Squares on the curve, each a slider for the keyboard. Only one of them is in the order of Tab:
 * left and right go on from it.
 */
export function CurveHandles({ drawn, place, top, said, onDraw }: CurveHandlesProps) {
  const columns = Array.from({ length: (COLUMNS - 1) / HANDLE_EVERY + 1 }, (_, index) => index);
  const [current, setCurrent] = useState(0);
  return columns.map((index) => {
    const column = index * HANDLE_EVERY;
    const value = drawn[column] ?? null;
    const move = (by: number) => {
      const from = value ?? drawn[column - HANDLE_EVERY] ?? drawn[column + HANDLE_EVERY] ?? 0;
      const next = Math.min(top, Math.max(0, from + (by * top) / STEPS));
      onDraw(withHandle(drawn, column, next));
    };
    const onKeyDown = (event: React.KeyboardEvent<SVGGElement>) => {
      const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
      const beside = { ArrowRight: next, ArrowLeft: previous }[event.key];
      const by = KEYS[event.key];
      if (beside === undefined && by === undefined) return;
      event.preventDefault();
      if (by !== undefined) move(by);
      if (beside instanceof SVGElement) beside.focus();
    };
    return (
      <g
        key={column}
        className={styles.handle}
        role="slider"
        tabIndex={index === current ? 0 : -1}
        aria-orientation="vertical"
        aria-label={t`Point ${index + 1} of ${columns.length}`}
        aria-valuemin={0}
        aria-valuemax={top}
        aria-valuenow={value ?? 0}
        aria-valuetext={said(value, column)}
        data-set={value !== null || undefined}
        pointerEvents="none"
        onFocus={() => setCurrent(index)}
        onKeyDown={onKeyDown}
      >
        <rect
          x={place.x(column) - SIDE_PX / 2}
          y={place.y(value ?? 0) - SIDE_PX / 2}
          width={SIDE_PX}
          height={SIDE_PX}
        />
      </g>
    );
  });
}
