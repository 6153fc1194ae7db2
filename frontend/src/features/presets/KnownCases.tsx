import styles from './first.module.css';
import { knownCase, type Comparable, type Setting } from './setting';

interface KnownCasesProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly onChange: (setting: Setting) => void;
}

/** The settings whose seeds ship with the lab, beside one another; none is chosen in between. */
export function KnownCases({ comparable, setting, onChange }: KnownCasesProps) {
  const chosen = knownCase(comparable, setting);
  return (
    <div className={styles.cases} role="group" aria-label="Known settings">
      {comparable.cases.map((known) => (
        <button
          key={known.presetId}
          type="button"
          aria-pressed={known === chosen}
          onClick={() => onChange(known.setting)}
        >
          {known.title}
        </button>
      ))}
      <p>{chosen?.why ?? 'Your own setting, computed in this lab.'}</p>
    </div>
  );
}
