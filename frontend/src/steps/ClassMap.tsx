import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';

import { toDigits } from '@/analysis/numbers/units';
import type { MapRead } from '@/api/classes/classTypes';
import { HeatLegend, type ScaleSide } from '@/charts/heat/HeatLegend';
import { HeatMap, type HeatPlace } from '@/charts/heat/HeatMap';
import type { HeatAxis, HeatCell } from '@/charts/heat/heatModel';

import styles from './map.module.css';
import {
  cellWords,
  classMapModel,
  mapAxis,
  mapWords,
  pointWords,
  type ClassMapModel,
  type MapPlan,
} from './mapModel';

interface ClassMapProps {
  readonly plan: MapPlan;
  readonly map: MapRead;
  readonly schema: unknown;
  readonly chosen: HeatPlace;
  readonly onChoose: (place: HeatPlace) => void;
  readonly heightPx: number;
  /** Students see which cells are theirs. */
  readonly hasOwn: boolean;
}

const NO_STATES = { hasRunning: false, hasQueued: false, hasShort: false };

function scaleSides({ sides }: ClassMapModel): readonly [ScaleSide, ScaleSide] {
  if (sides === null) {
    return [
      { text: 'less', hue: null },
      { text: 'more', hue: null },
    ];
  }
  const { high, low, isFlipped } = sides;
  return [
    { text: t`${low} more`, hue: isFlipped ? 0 : 1 },
    { text: t`${high} more`, hue: isFlipped ? 1 : 0 },
  ];
}

/** The heat map that a class makes, what its chosen cell says, and its numbers as a table. */
export function ClassMap(props: ClassMapProps) {
  const { plan, map, schema, chosen, onChoose, heightPx, hasOwn } = props;
  const [pointed, setPointed] = useState<HeatCell | null>(null);
  const model = useMemo(() => classMapModel(plan, map), [plan, map]);
  const x = useMemo(() => mapAxis(plan.x, plan, schema), [plan, schema]);
  const y = useMemo(() => mapAxis(plan.y, plan, schema), [plan, schema]);
  const { columns, cells } = model.heat;
  const wordsOf = ({ cell }: HeatCell) =>
    `${pointWords(x, cell % columns)}, ${pointWords(y, Math.floor(cell / columns))}: ${cellWords(
      model.cells[cell],
      model.mine.has(cell),
    )}`;
  const said = pointed ?? cells[chosen.row * columns + chosen.column];
  const isEmpty = model.runCount === 0;
  return (
    <div className={styles.map}>
      <p className={styles.label}>
        <b>{plan.label}</b>
      </p>
      <HeatMap
        model={model.heat}
        x={x}
        y={y}
        tone={model.scale.kind}
        heightPx={heightPx}
        chosen={chosen}
        onChoose={onChoose}
        onPoint={setPointed}
        label={mapWords(model, plan.label)}
        help={t`Arrow keys go from cell to cell, Home and End along the row, Page up and Page down along the column.`}
        wordsOf={wordsOf}
      />
      <p className={styles.said}>{said === undefined ? '' : wordsOf(said)}</p>
      {!isEmpty && (
        <HeatLegend
          scale={model.scale}
          values={model.cells.map((cell) => cell?.mean ?? null)}
          sides={scaleSides(model)}
          format={(value) => toDigits(value, 2)}
          middle={model.sides === null ? '' : 'equal'}
          open={hasOwn ? t`a run of yours` : null}
          states={NO_STATES}
        />
      )}
      {!isEmpty && (
        <details className="ui-fold">
          <summary>{t`Map as a table`}</summary>
          <MapTable model={model} x={x} y={y} label={plan.label} />
        </details>
      )}
    </div>
  );
}

interface MapTableProps {
  readonly model: ClassMapModel;
  readonly x: HeatAxis;
  readonly y: HeatAxis;
  readonly label: string;
}

function MapTable({ model, x, y, label }: MapTableProps) {
  const { columns } = model.heat;
  const known = model.cells.flatMap((cell, index) => (cell === undefined ? [] : [{ cell, index }]));
  return (
    <div className={styles.scroll} role="region" aria-label={t`${label}, as a table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{withUnit(x)}</th>
            <th scope="col">{withUnit(y)}</th>
            <th scope="col" className="number">
              {t`Mean`}
            </th>
            <th scope="col" className="number">
              {t`95% interval`}
            </th>
            <th scope="col" className="number">
              {t`Runs`}
            </th>
          </tr>
        </thead>
        <tbody>
          {known.map(({ cell, index }) => (
            <tr key={index}>
              <td>{x.texts[index % columns]}</td>
              <td>{y.texts[Math.floor(index / columns)]}</td>
              <td className="number">{toDigits(cell.mean)}</td>
              <td className="number">
                {cell.low === null || cell.high === null
                  ? '–'
                  : `${toDigits(cell.low)} to ${toDigits(cell.high)}`}
              </td>
              <td className="number">{cell.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withUnit({ title, unit }: HeatAxis): string {
  return unit === '' ? title : `${title}, ${unit}`;
}
