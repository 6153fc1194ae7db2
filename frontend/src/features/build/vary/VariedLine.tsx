import type { MovePlace } from '@/analysis/experiment/axes';
import { movedField } from '@/analysis/experiment/fields';
import { axisLabel, moveTexts } from '@/analysis/experiment/axisTexts';

import { useForm } from '../fields/formContext';
import type { Varying } from './useVarying';
import styles from './vary.module.css';

const kindOf = (unit: string, kind: 'list' | 'linear' | 'logarithmic') =>
  [unit, kind === 'list' ? '' : kind].filter((part) => part !== '').join(', ');

const MOST_SHOWN = 8;

/** The values that a field takes instead of its own; nothing of a field that is not varied. */
export function VariedLine({ path }: { path: string }) {
  const { varying } = useForm();
  const place = varying?.moveOf(path) ?? null;
  if (varying === null || place === null) return null;
  return <Values varying={varying} place={place} />;
}

/** The same for every field of a flow group; what moves all groups is said at the first. */
export function VariedInRow({ path }: { path: string }) {
  const { varying } = useForm();
  if (varying === null) return null;
  const places = varying.axes.flatMap(({ moves }, axisIndex) =>
    moves.flatMap((move, moveIndex) => {
      const isHere = move.path.startsWith(`${path}.`);
      const isOfAll = path === 'flows.0' && move.path.startsWith('flows.*.');
      return isHere || isOfAll ? [{ axisIndex, moveIndex, path: move.path }] : [];
    }),
  );
  if (places.length === 0) return null;
  return (
    <div className={styles.rows}>
      {places.map((place) => (
        <Values key={place.path} varying={varying} place={place} isNamed />
      ))}
    </div>
  );
}

interface ValuesProps {
  readonly varying: Varying;
  readonly place: MovePlace;
  /** Several fields stand in one row: the line says which. */
  readonly isNamed?: boolean;
}

/** The values of one field, with the way to edit them. */
export function Values({ varying, place, isNamed = false }: ValuesProps) {
  const axis = varying.axes[place.axisIndex];
  const move = axis?.moves[place.moveIndex];
  if (axis === undefined || move === undefined) return null;
  const field = movedField(move.path, varying.known);
  const texts = moveTexts(axis, place.moveIndex, varying.known);
  const left = texts.length - MOST_SHOWN;
  const others = axis.moves.length > 1 ? axisLabel(axis, varying.known) : null;
  return (
    <p className={styles.line}>
      {isNamed ? `${field.name} takes` : 'takes'}
      {texts.slice(0, MOST_SHOWN).map((text, index) => (
        <i key={index}>{text}</i>
      ))}
      {left > 0 && <span>{`${left} more not shown`}</span>}
      <span>{kindOf(field.unit, move.values.kind)}</span>
      {others !== null && <span>{`with ${others}`}</span>}
      <button
        type="button"
        className={styles.edit}
        aria-label={`Edit the values of ${field.name}`}
        aria-haspopup="dialog"
        onClick={() => varying.openAxis(place)}
      >
        edit
      </button>
    </p>
  );
}
