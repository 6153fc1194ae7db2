import { useMemo } from 'react';

import { spreadLabels } from '@/analysis/numbers/spread';
import { shareOn, type Axis } from '@/analysis/axes/scale';

import type { LineStyle } from '../model';
import { useDrawing } from '../useDrawing';
import marks from '../marks.module.css';
import styles from './xy.module.css';
import { cloudTraces, ellipseOutline, type EllipseShape, type PlotBox } from './xyModel';
import { usePlotBox, XyFrame, type XyReference } from './XyFrame';

/** All points of one arm. */
export interface Cloud {
  readonly key: string;
  readonly name: string;
  readonly place: number;
  readonly style: LineStyle;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly ellipse: EllipseShape | null;
}

interface ScatterPlotProps {
  readonly clouds: readonly Cloud[];
  readonly xAxis: Axis;
  readonly axis: Axis;
  /** Less is to the right, as plots of throughput against delay have it. */
  readonly isReversed: boolean;
  readonly tick: (value: number) => string;
  readonly xTick: (value: number) => string;
  readonly references: readonly XyReference[];
  readonly title: string;
  readonly unit: string;
  readonly xTitle: string;
  readonly xUnit: string;
  readonly heightPx: number;
  readonly label: string;
  readonly words: string;
}

const GUTTER_PX = 130;
const NARROW_PX = 460;
const NARROW_GUTTER_PX = 76;
const LABEL_GAP_PX = 15;

/** Every run a point, every arm an ellipse with its name in the gutter. */
export function ScatterPlot(props: ScatterPlotProps) {
  const { clouds, xAxis, axis, isReversed, heightPx } = props;
  const { ref, width, palette } = useDrawing();
  const box = usePlotBox(axis.ticks.map(props.tick), {
    right: width - (width < NARROW_PX ? NARROW_GUTTER_PX : GUTTER_PX),
    bottom: heightPx - 44,
  });
  const data = useMemo(() => {
    const xShare = (value: number) => sided(shareOn(value, xAxis), isReversed);
    const drawn = clouds.map(({ ellipse, ...cloud }) => ({
      ...cloud,
      x: cloud.x.map(xShare),
      y: cloud.y.map((value) => shareOn(value, axis)),
      outline: (ellipse === null ? [] : ellipseOutline(ellipse)).map(
        ([x, y]) => [xShare(x), shareOn(y, axis)] as const,
      ),
    }));
    return cloudTraces(drawn, palette);
  }, [clouds, xAxis, axis, isReversed, palette]);
  const xOf = (value: number) =>
    box.left + sided(shareOn(value, xAxis), isReversed) * (box.right - box.left);
  return (
    <div ref={ref} className="anchor" style={{ height: heightPx }}>
      {width > 0 && (
        <XyFrame {...props} box={box} size={[width, heightPx]} data={data} help="">
          {xAxis.ticks.map((tick) => (
            <text key={tick} className={styles.pointText} x={xOf(tick)} y={box.bottom + 18}>
              {props.xTick(tick)}
            </text>
          ))}
          <text className="strong" x={box.left} y={heightPx - 6}>
            {props.xTitle}
            <tspan className={marks.unit} dx={6}>
              {props.xUnit}
            </tspan>
          </text>
          <CloudNames clouds={clouds} axis={axis} xOf={xOf} box={box} />
        </XyFrame>
      )}
    </div>
  );
}

function sided(share: number, isReversed: boolean): number {
  return isReversed ? 1 - share : share;
}

interface CloudNamesProps {
  readonly clouds: readonly Cloud[];
  readonly axis: Axis;
  readonly xOf: (value: number) => number;
  readonly box: PlotBox;
}

/** Each name in the gutter, with a thin line to the middle of its ellipse. */
function CloudNames({ clouds, axis, xOf, box }: CloudNamesProps) {
  const named = clouds.flatMap(({ name, ellipse }) => {
    if (ellipse === null || name === '') return [];
    const y = box.bottom - shareOn(ellipse.mean_y, axis) * (box.bottom - box.top);
    return [{ y, item: { name, x: xOf(ellipse.mean_x) } }];
  });
  return spreadLabels(named, LABEL_GAP_PX, box.top, box.bottom).map(
    ({ item: { name, x }, y, placedY }) => (
      <g key={name}>
        <path className={marks.hairline} d={`M${x} ${y}L${box.right} ${placedY}h8`} />
        <text className={styles.cloudName} x={box.right + 12} y={placedY}>
          {name}
        </text>
      </g>
    ),
  );
}
