import type { LineStyle } from './model';

const SAMPLES: Record<LineStyle, string> = {
  solid: '',
  dashed: '6 3',
  dotted: '1.5 3',
  dashdot: '7 3 1.5 3',
  longdash: '12 4',
  longdashdot: '12 3 1.5 3',
};

/** How the lines of a run or an item look. */
export function StyleSample({ style }: { style: LineStyle }) {
  return (
    <svg width="28" height="8" aria-hidden="true">
      <line
        x1="0"
        x2="28"
        y1="4"
        y2="4"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={SAMPLES[style]}
      />
    </svg>
  );
}
