import { useId } from 'react';

import { type Box, type StageGeometry, stretchPart } from './geometry';
import type { TimeRange } from '../model';

interface StretchedProps {
  readonly box: Box;
  readonly geometry: StageGeometry;
  readonly range: TimeRange;
  /** The range for which the children are drawn. */
  readonly drawn: TimeRange;
  readonly children: React.ReactNode;
}

/** A row that was drawn for another range, put where it belongs now, without drawing it anew. */
export function Stretched({ box, geometry, range, drawn, children }: StretchedProps) {
  const id = useId();
  const transform = stretchPart(drawn, range, geometry);
  if (transform === undefined) return children;
  const { left, right } = geometry;
  return (
    <g clipPath={`url(#${id})`}>
      <clipPath id={id}>
        <rect x={left} y={box.top} width={right - left} height={box.bottom - box.top} />
      </clipPath>
      <g transform={transform}>{children}</g>
    </g>
  );
}
