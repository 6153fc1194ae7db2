import { Link } from '@tanstack/react-router';

import { expectationsOf } from '@/analysis/scenario/expectations';
import { usePresets } from '@/api/catalog';

import styles from '../build.module.css';
import type { CheckedText } from '../document/useCheckedText';

/** What known cases let one expect, with what was measured there. */
export function Expect({ checked }: { checked: CheckedText }) {
  const presets = usePresets();
  const bufferBdp = checked.checked?.derived.buffer_bdp;
  if (checked.scenario === null || checked.isStale || bufferBdp === undefined) return null;
  const known = expectationsOf(checked.scenario, bufferBdp);
  if (known.length === 0) return null;
  return (
    <section className={styles.expect}>
      <h2>Expect, before you run</h2>
      {known.map(({ text, presetId }) => {
        const preset = presets.data?.find(({ id }) => id === presetId);
        return (
          <div key={presetId}>
            <p>{text}</p>
            {preset !== undefined && (
              <p className="small quiet">
                {`Measured in “${preset.title}” (${preset.setting}): ${preset.sentence} `}
                <Link to="/build" search={{ preset: presetId, variant: 0 }}>
                  Open that case
                </Link>
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}
