/** How cells lie: arms side by side, the last other axis across, the one before it up. */
import type { Axis } from '@/analysis/experiment/definition';
import type { Known } from '@/analysis/experiment/fields';
import { axisLabel, pointTexts } from '@/analysis/experiment/axisTexts';

export interface GridAxis {
  readonly label: string;
  readonly texts: readonly string[];
}

export interface Grid {
  /** One for each point of the remaining axes; one without a title if there are none. */
  readonly panels: readonly string[];
  readonly rows: GridAxis | null;
  readonly columns: GridAxis | null;
}

export function gridOf(axes: readonly Axis[], known: Known): Grid {
  const whole = axes.map((axis) => ({
    label: axisLabel(axis, known),
    isArm: axis.role === 'arm',
    texts: pointTexts(axis, known).map((text, point) => axis.names?.[point] ?? text),
  }));
  const others = whole.filter(({ isArm }) => !isArm);
  // Two arms alone are drawn as two cells in a row.
  const columns = others.at(-1) ?? whole.at(-1) ?? null;
  const rows = others.at(-2) ?? null;
  const left = whole.filter((axis) => axis !== columns && axis !== rows);
  const panels = left.reduce<readonly string[]>(
    (titles, { texts }) =>
      titles.flatMap((title) =>
        texts.map((text) => [title, text].filter((part) => part !== '').join(', ')),
      ),
    [''],
  );
  return { panels, rows, columns };
}
