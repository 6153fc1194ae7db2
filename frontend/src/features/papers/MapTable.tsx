import { digitsOf } from '@/analysis/papers/numbers';
import type { MapPlot } from '@/analysis/papers/types';

import { heatAxis } from './mapModel';
import styles from './maps.module.css';

/** The numbers of a map, the largest y at the top as the picture has it. */
export function MapTable({ map, figure }: { map: MapPlot; figure: string }) {
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
