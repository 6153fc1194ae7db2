import { digitsOf } from '@/analysis/paperNumbers';
import type { MapPlot } from '@/analysis/paperTypes';
import { papersText } from '@/messages/papers';
import { Term } from '@/ui/Term';

import { ExperimentLinks } from './ExperimentLinks';
import type { MapGroupModel } from './mapModel';
import styles from './paper.module.css';

/** One number over two axes, for every algorithm beside one another. */
export function MapGroup({ group: { maps } }: { group: MapGroupModel }) {
  const [first] = maps;
  if (first === undefined) return null;
  return (
    <div className={styles.plot}>
      <header>
        <h3>
          <Term name={first.z.label} definition={first.z.definition} />
        </h3>
        <ExperimentLinks experimentKey={first.experiment_key} />
      </header>
      <div className={styles.maps}>
        {maps.map((map) => (
          <MapTable key={map.id} map={map} />
        ))}
      </div>
    </div>
  );
}

/** The numbers of a map, the largest y at the top as the picture has it. */
function MapTable({ map }: { map: MapPlot }) {
  const { x, y, z, values } = map;
  const rows = y.values.map((_, index) => y.values.length - 1 - index);
  return (
    <div className={styles.scroll} role="region" aria-label={map.title} tabIndex={0}>
      <table className={styles.mapTable}>
        <caption>
          {map.group} <span className="quiet">{z.shown.unit}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              {y.label}, {y.unit}
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
                    {value === null ? papersText.rows.none : digitsOf(value, z.shown)}
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
