import { memo, useId, useMemo } from 'react';

import { cellAt, cellRect, heatBox, type HeatBox } from '@/analysis/axes/heatGeometry';
import type { HeatScale } from '@/analysis/axes/heatScale';

import { HeatAxes } from './HeatAxes';
import { PageCells, PrintCells } from './HeatCells';
import type { HeatAxis, HeatCell, HeatModel } from './heatModel';
import styles from './heat.module.css';
import xy from '../xy/xy.module.css';
import type { Palette } from '../palette';
import { useDrawing } from '../useDrawing';

/** Which colours a map has: to two sides, of one ink, or from worse to better. */
type HeatTone = HeatScale['kind'];

export interface HeatPlace {
  readonly column: number;
  readonly row: number;
}

interface HeatMapProps {
  readonly model: HeatModel;
  readonly x: HeatAxis;
  readonly y: HeatAxis;
  readonly tone: HeatTone;
  readonly heightPx: number;
  readonly chosen: HeatPlace;
  readonly onChoose: (place: HeatPlace) => void;
  readonly onPoint: (cell: HeatCell | null) => void;
  readonly label: string;
  /** How to go about with the keyboard. */
  readonly help: string;
  /** A cell in words, for screen readers. */
  readonly wordsOf: (cell: HeatCell) => string;
}

/** One map: a tab stop, in which arrows go from cell to cell. */
export function HeatMap(props: HeatMapProps) {
  const { model, x, y, tone, heightPx, chosen, onChoose, onPoint, label, help } = props;
  const { ref, width, palette } = useDrawing();
  const helpId = useId();
  const { columns, rows } = model;
  const rowLetters = y.texts.reduce((most, text) => Math.max(most, text.length), 0);
  const box = useMemo(
    () => heatBox({ width, height: heightPx, rowLetters }, columns, rows),
    [width, heightPx, rowLetters, columns, rows],
  );
  const placeAt = (event: React.PointerEvent<HTMLDivElement>) => {
    const edge = event.currentTarget.getBoundingClientRect();
    // On a wall the page is zoomed: pixels of the screen are more than those of the page.
    const zoom = edge.width / event.currentTarget.offsetWidth || 1;
    return cellAt((event.clientX - edge.left) / zoom, (event.clientY - edge.top) / zoom, box);
  };
  const cellOf = ({ column, row }: HeatPlace) => model.cells[row * columns + column] ?? null;
  const now = cellOf(chosen);
  return (
    <div
      ref={ref}
      className={styles.map}
      style={{ height: heightPx }}
      role="application"
      aria-label={label}
      aria-describedby={helpId}
      tabIndex={0}
      onPointerDown={(event) => {
        const place = placeAt(event);
        if (place !== null) onChoose(place);
      }}
      onPointerMove={(event) => {
        const place = placeAt(event);
        onPoint(place === null ? null : cellOf(place));
      }}
      onPointerLeave={() => onPoint(null)}
      onKeyDown={(event) => {
        const next = stepped(event, chosen, model);
        if (next === null) return;
        event.preventDefault();
        onChoose(next);
      }}
    >
      {width > 0 && (
        <>
          <Colours
            model={model}
            box={box}
            width={width}
            height={heightPx}
            palette={palette}
            tone={tone}
          />
          <HeatAxes x={x} y={y} box={box} height={heightPx} chosen={chosen} />
          <Chosen place={chosen} box={box} />
        </>
      )}
      <span id={helpId} className="visually-hidden">
        {help}
      </span>
      <output className="visually-hidden">{now === null ? '' : props.wordsOf(now)}</output>
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
  PageUp: [0, Infinity],
  PageDown: [0, -Infinity],
};

/** Where a key leads; null: it means nothing here. */
function stepped(
  event: React.KeyboardEvent,
  { column, row }: HeatPlace,
  { columns, rows }: HeatModel,
): HeatPlace | null {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return null;
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
  return { column: within(column + step[0], columns), row: within(row + step[1], rows) };
}

interface ColoursProps {
  readonly model: HeatModel;
  readonly box: HeatBox;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly tone: HeatTone;
}

/** The colours and the text of each cell; in a picture without pixels. */
const Colours = memo(function Colours(props: ColoursProps) {
  const { palette, tone } = props;
  const Cells = palette.isPrint ? PrintCells : PageCells;
  return <Cells {...props} stops={palette[tone]} />;
});

function Chosen({ place, box }: { place: HeatPlace; box: HeatBox }) {
  const { x, y, width, height } = cellRect(place.column, place.row, box);
  const rect = {
    x: x + 0.5,
    y: y + 0.5,
    width: Math.max(2, width - 1),
    height: Math.max(2, height - 1),
  };
  return (
    <svg className={xy.layer} aria-hidden="true" data-furniture>
      <rect className={styles.chosenHalo} {...rect} />
      <rect className={styles.chosen} {...rect} />
    </svg>
  );
}
