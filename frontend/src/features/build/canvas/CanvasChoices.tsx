import { MOST_AXES } from '@/analysis/experiment/definition';
import { canAddAxis, withoutMove } from '@/analysis/experiment/edits';

import { Values } from '../vary/VariedLine';
import type { Varying } from '../vary/useVarying';
import styles from './canvas.module.css';
import { offeredGroups, type OfferedField } from './canvasFields';

/** Fields that can be varied, each with its value or with its axis. */
export function CanvasChoices({ varying }: { varying: Varying }) {
  const hasRoom = canAddAxis(varying.axes);
  return (
    <>
      {!hasRoom && (
        <p className="small" role="status">
          {`At most ${String(MOST_AXES)} axes: remove one to vary another field.`}
        </p>
      )}
      <div className={styles.groups}>
        {offeredGroups(varying).map(({ title, fields }) => (
          <fieldset key={title} className={styles.group}>
            <legend>{title}</legend>
            {fields.map((field) => (
              <Choice key={field.path} field={field} varying={varying} hasRoom={hasRoom} />
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly field: OfferedField;
  readonly varying: Varying;
  readonly hasRoom: boolean;
}

function Choice({ field, varying, hasRoom }: ChoiceProps) {
  const { path, title, name, value, place } = field;
  const change = () => {
    if (place !== null) {
      varying.setAxes(withoutMove(varying.axes, place));
      return;
    }
    varying.open(path);
    // Its values can be seen and edited in the row: no dialog has to be closed first.
    varying.openAxis(null);
  };
  return (
    <div className={styles.row} data-path={path} data-varied={place !== null || undefined}>
      <label>
        <input
          type="checkbox"
          aria-label={`Vary ${name}`}
          checked={place !== null}
          disabled={place === null && !hasRoom}
          onChange={change}
        />
        <span>{title}</span>
        {place === null && <span className="quiet">{value}</span>}
      </label>
      {place !== null && <Values varying={varying} place={place} />}
    </div>
  );
}
