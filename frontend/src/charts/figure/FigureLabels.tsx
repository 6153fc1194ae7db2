import { fittingText } from '../stage/labels';

import marks from '../marks.module.css';
import xy from '../xy/xy.module.css';
import styles from './figure.module.css';
import { xOf, type FigureGeometry } from './geometry';
import { figureLabels, xText } from './labels';
import type { FigureModel } from './model';

interface FigureLabelsProps {
  readonly model: FigureModel;
  readonly geometry: FigureGeometry;
  /** The value that is spoken of. */
  readonly at: number | null;
  readonly isPointed: boolean;
}

const TAG_PX = 44;

/** Names and values in the gutter, and the cursor. */
export function FigureLabels({ model, geometry, at, isPointed }: FigureLabelsProps) {
  const { width, right, top, bottom } = geometry;
  const x = at === null ? null : Math.round(xOf(at, geometry)) + 0.5;
  return (
    <svg className={xy.layer} aria-hidden="true">
      {isPointed && x !== null && at !== null && (
        <g>
          <line className={marks.cursor} x1={x} x2={x} y1={top - 3} y2={bottom + 6} />
          <rect
            className={marks.tag}
            x={x - TAG_PX / 2}
            y={bottom + 5}
            width={TAG_PX}
            height={16}
          />
          <text className={styles.tagText} x={x} y={bottom + 13.5}>
            {xText(at, model.x)}
          </text>
        </g>
      )}
      {figureLabels(model, geometry, at).map(({ item, y, placedY }) => (
        <g key={item.key}>
          {Math.abs(placedY - y) > 3 && (
            <path className={marks.hairline} d={`M${right + 2} ${y}L${right + 8} ${placedY}`} />
          )}
          <text
            className={item.isReference ? xy.figureName : xy.endName}
            x={right + 11}
            y={placedY}
          >
            {fittingText(item.text, item.value, { width, right, zoom: 1 })}
          </text>
          {item.value !== null && (
            <text className={item.isReference ? xy.figureValue : xy.endValue} x={width} y={placedY}>
              {item.value}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
