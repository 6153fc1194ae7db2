import table from '../stage/table.module.css';

import { pointAt, pointText, xText, xValues } from './labels';
import type { FigureModel } from './model';

/** The numbers behind a figure, equal to the picture for anyone who cannot or will not see it. */
export function FigureTable({ model, title }: { model: FigureModel; title: string }) {
  const { lines, references, x, y } = model;
  return (
    <div className={table.scroll} role="region" aria-label={`Numbers of: ${title}`} tabIndex={0}>
      <table className={table.table}>
        <caption>
          Numbers of: {title} <span className="quiet">{y.unit}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              {x.name}, {x.unit}
            </th>
            {lines.map(({ key, label }) => (
              <th key={key} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {xValues(model).map((value) => (
            <tr key={value}>
              <td>{xText(value, x)}</td>
              {lines.map((line) => {
                const point = pointAt(line, value);
                return (
                  <td key={line.key} className="number">
                    {point === null ? '–' : pointText(point, y)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {references.length > 0 && (
        <p className="small quiet">
          {references.map(({ label, text = '' }) => `${label} ${text}`.trim()).join('; ')}
        </p>
      )}
    </div>
  );
}
