import clsx from 'clsx';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { digitsOf } from '@/analysis/papers/numbers';
import type { MapPlot } from '@/analysis/papers/types';
import { HeatLegend, type ScaleSide } from '@/charts/heat/HeatLegend';
import { HeatMap } from '@/charts/heat/HeatMap';
import type { HeatScale } from '@/analysis/axes/heatScale';
import { Picturable } from '@/pictures/Picturable';
import { Term } from '@/ui/Term';

import { ExperimentLinks } from '../findings/ExperimentLinks';
import {
  groupScale,
  heatAxis,
  heatModel,
  placeText,
  valueAt,
  type MapGroupModel,
  type MapPlace,
} from './mapModel';
import styles from './maps.module.css';
import paper from '../paper.module.css';
import { usePaperContext } from '../paperContext';
import { usePaperCaption } from './usePaperCaption';

const HEIGHT_PX = 300;

interface MapGroupProps {
  readonly group: MapGroupModel;
  /** Maps of several figures have the same titles; with it each has its own. */
  readonly figure: string;
}

/** One number over two axes, for every algorithm beside one another, with one scale for all. */
export function MapGroup({ group: { maps }, figure }: MapGroupProps) {
  const [first] = maps;
  const scale = useMemo(() => groupScale(maps), [maps]);
  const [chosen, setChosen] = useState<MapPlace>(() => middleOf(first));
  const [pointed, setPointed] = useState<MapPlace | null>(null);
  const caption = usePaperCaption();
  if (first === undefined || scale === null) return null;
  const { z } = first;
  return (
    <div className={clsx(paper.framed, styles.group)}>
      <header>
        <h3>
          <Term name={z.label} definition={z.definition} />
        </h3>
        <ExperimentLinks experimentKey={first.experiment_key} />
      </header>
      <Picturable title={z.label} caption={`${z.label}. ${caption}`}>
        <div className={styles.maps}>
          {maps.map((map) => (
            <OneMap
              key={map.id}
              map={map}
              scale={scale}
              chosen={chosen}
              onChoose={setChosen}
              onPoint={setPointed}
            />
          ))}
        </div>
        <div className={styles.legend}>
          <HeatLegend
            scale={scale}
            values={maps.flatMap(({ values }) => values.flat())}
            sides={sidesOf(z.name)}
            format={(value) => digitsOf(value, z.shown)}
            middle="fair"
            open={z.fair === null ? null : '95% interval includes fair'}
            states={{ hasRunning: false, hasQueued: false, hasShort: false }}
          />
        </div>
      </Picturable>
      <PlaceText maps={maps} place={pointed ?? chosen} />
      <details className="ui-fold">
        <summary>Table</summary>
        <div className={styles.maps}>
          {maps.map((map) => (
            <MapTable key={map.id} map={map} figure={figure} />
          ))}
        </div>
      </details>
    </div>
  );
}

/** Somewhere in the middle: the corners are the least usual cells. */
function middleOf(map: MapPlot | undefined): MapPlace {
  const half = (count = 1) => Math.floor(count / 2);
  return { column: half(map?.x.values.length), row: half(map?.y.values.length) };
}

interface OneMapProps {
  readonly map: MapPlot;
  readonly scale: HeatScale;
  readonly chosen: MapPlace;
  readonly onChoose: (place: MapPlace) => void;
  readonly onPoint: (place: MapPlace | null) => void;
}

function OneMap({ map, scale, chosen, onChoose, onPoint }: OneMapProps) {
  const model = useMemo(() => heatModel(map, scale), [map, scale]);
  const [x, y] = useMemo(() => [heatAxis(map.x), heatAxis(map.y)] as const, [map]);
  const placeOf = (cell: number): MapPlace => {
    const at = model.cells.findIndex((each) => each.cell === cell);
    return { column: at % model.columns, row: Math.floor(at / model.columns) };
  };
  return (
    <div>
      <h4>{map.group}</h4>
      <HeatMap
        model={model}
        x={x}
        y={y}
        tone={scale.kind}
        heightPx={HEIGHT_PX}
        chosen={chosen}
        onChoose={onChoose}
        onPoint={(cell) => onPoint(cell === null ? null : placeOf(cell.cell))}
        label={map.title}
        help="Arrow keys go from cell to cell. The table below has the same numbers."
        wordsOf={(cell) => {
          const place = placeOf(cell.cell);
          return `${placeText(map, place)}: ${valueAt(map, place)}`;
        }}
      />
    </div>
  );
}

/** STDR leans to one of the two flows, a relative share to one side of fair. */
function sidesOf(name: string): readonly [ScaleSide, ScaleSide] {
  if (name.endsWith('_stdr')) {
    return [
      { text: 'the other more', hue: 1 },
      { text: '20 ms more', hue: 0 },
    ];
  }
  if (name.endsWith('relative_share_ratio')) {
    return [
      { text: 'less than its share', hue: null },
      { text: 'more than its share', hue: null },
    ];
  }
  return [
    { text: '', hue: null },
    { text: '', hue: null },
  ];
}

/** All maps at one place, and the way to the runs of that cell. */
function PlaceText({ maps, place }: { maps: readonly MapPlot[]; place: MapPlace }) {
  const { paper } = usePaperContext();
  const [first] = maps;
  if (first === undefined) return null;
  const id = paper.experiments.find(({ key }) => key === first.experiment_key)?.id ?? null;
  return (
    <p className={styles.said}>
      <span className="quiet">{placeText(first, place)}:</span>{' '}
      {maps.map((map, index) => {
        const cell = map.cell_indices[place.row]?.[place.column];
        return (
          <span key={map.id}>
            {index > 0 && '; '}
            {map.group} <b>{valueAt(map, place)}</b>
            {id !== null && cell !== undefined && (
              <>
                {' '}
                <Link
                  to="/experiments/$id"
                  params={{ id }}
                  search={{ cell }}
                  aria-label={`The cell of ${map.group}`}
                >
                  cell
                </Link>
              </>
            )}
          </span>
        );
      })}
    </p>
  );
}

/** The numbers of a map, the largest y at the top as the picture has it. */
function MapTable({ map, figure }: { map: MapPlot; figure: string }) {
  const { z, values } = map;
  const [x, y] = [heatAxis(map.x), heatAxis(map.y)];
  const rows = y.texts.map((_, index) => y.texts.length - 1 - index);
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={`Numbers of: ${map.title} (${figure})`}
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption>
          {map.group} <span className="quiet">{z.shown.unit}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              {y.title}, {y.unit}
            </th>
            {x.texts.map((text) => (
              <th key={text} scope="col" className="number">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{y.texts[row]}</th>
              {x.texts.map((text, column) => {
                const value = values[row]?.[column] ?? null;
                return (
                  <td key={text} className="number">
                    {value === null ? '–' : digitsOf(value, z.shown)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
