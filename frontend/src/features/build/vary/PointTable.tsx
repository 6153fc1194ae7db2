import type { Axis } from '@/analysis/experiment/definition';
import { fittedNames } from '@/analysis/experiment/edits';
import { pointTexts } from '@/analysis/experiment/axisTexts';

import styles from './axis.module.css';
import type { Varying } from './useVarying';

interface PointTableProps {
  readonly axis: Axis;
  readonly varying: Varying;
  readonly onAxis: (axis: Axis) => void;
  readonly onRemove: (point: number) => void;
}

const MOST_SHOWN = 60;
const MOST_LETTERS = 80;

/** Every point of an axis: what it is, what it is called, and which one is the baseline. */
export function PointTable({ axis, varying, onAxis, onRemove }: PointTableProps) {
  const { known, baselineIndex } = varying;
  const texts = pointTexts(axis, known);
  const isArm = axis.role === 'arm';
  // An extension takes no point away.
  const isList =
    varying.original === null && axis.moves.every(({ values }) => values.kind === 'list');
  const rename = (point: number, name: string) => {
    const names = texts.map((text, index) => axis.names?.[index] ?? text).with(point, name);
    onAxis({ ...axis, names: fittedNames(names, texts) });
  };
  return (
    <section>
      <h3>Points</h3>
      <p className="faint small">Plots show the name instead of the values.</p>
      <div className={styles.scroll}>
        <table className={styles.points}>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Value</th>
              <th scope="col">Name</th>
              {isArm && <th scope="col">Baseline</th>}
              {isList && (
                <th scope="col">
                  <span className="visually-hidden">remove</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {texts.slice(0, MOST_SHOWN).map((text, point) => (
              <PointRow
                key={point}
                point={point}
                text={text}
                name={axis.names?.[point]}
                baselineIndex={isArm ? baselineIndex : null}
                onName={(name) => rename(point, name)}
                onBaseline={() => varying.set({ baseline_index: point })}
                onRemove={isList ? (texts.length > 1 ? () => onRemove(point) : null) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      {texts.length > MOST_SHOWN && (
        <p className="faint small">{`${texts.length - MOST_SHOWN} more points not shown`}</p>
      )}
    </section>
  );
}

interface PointRowProps {
  readonly point: number;
  readonly text: string;
  readonly name: string | undefined;
  /** null: nothing is compared. */
  readonly baselineIndex: number | null;
  readonly onName: (name: string) => void;
  readonly onBaseline: () => void;
  /** undefined: points are not removed one by one; null: this one is the last. */
  readonly onRemove: (() => void) | null | undefined;
}

function PointRow(props: PointRowProps) {
  const { point, text, name, baselineIndex, onName, onBaseline, onRemove } = props;
  return (
    <tr>
      <td className="faint">{point + 1}</td>
      <td>{text}</td>
      <td>
        <input
          className={styles.text}
          aria-label={`Name of ${text}`}
          placeholder={text}
          maxLength={MOST_LETTERS}
          value={shownName(name, text)}
          onChange={(event) => onName(event.target.value)}
        />
      </td>
      {baselineIndex !== null && (
        <td>
          <input
            type="radio"
            name="baseline"
            aria-label={`Compare with ${name ?? text}`}
            checked={point === baselineIndex}
            onChange={onBaseline}
          />
        </td>
      )}
      {onRemove !== undefined && (
        <td>
          <button
            type="button"
            className={styles.plain}
            aria-label={`Remove ${text}`}
            disabled={onRemove === null}
            onClick={() => onRemove?.()}
          >
            remove
          </button>
        </td>
      )}
    </tr>
  );
}

/** The field holds only typed values. */
function shownName(name: string | undefined, text: string): string {
  return name === undefined || name === text ? '' : name;
}
