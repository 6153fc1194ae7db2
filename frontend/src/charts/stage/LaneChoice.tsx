import type { StageGeometry } from './geometry';
import styles from './stage.module.css';

interface LaneChoiceProps {
  readonly geometry: StageGeometry;
  readonly hasAll: boolean;
  readonly onChange: (hasAll: boolean) => void;
}

/** Beside the title of the first lanes: a phone has room for two at first. */
export function LaneChoice({ geometry, hasAll, onChange }: LaneChoiceProps) {
  const first = geometry.phaseRows[0] ?? geometry.limitRows[0];
  if (first === undefined) return null;
  return (
    <button
      type="button"
      className={styles.laneChoice}
      style={{ bottom: `calc(100% - ${first.top}px)` }}
      onClick={() => onChange(!hasAll)}
    >
      {hasAll ? 'Fewer lanes' : 'All lanes'}
    </button>
  );
}
