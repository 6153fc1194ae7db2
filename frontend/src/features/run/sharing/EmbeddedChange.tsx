import { useId, useMemo, useState } from 'react';

import { toShortest } from '@/analysis/numbers/units';
import { short } from '@/analysis/numbers/shown';
import type { JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { createChecker } from '@/analysis/scenario/problems/problems';
import { useScenarioSchema } from '@/api/catalog';
import type { Scenario } from '@/api/types';
import { SeedPreview } from '@/preview/SeedPreview';
import styles from '@/share/share.module.css';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import slider from '@/ui/fields/slider.module.css';

import { scaledParts, scaledScenario, type Factors } from './scaledScenario';

/** A quarter of an octave a stop, two octaves each way. */
const STOPS_PER_OCTAVE = 4;
const MOST_STOPS = 8;
const AS_SHARED: Factors = { rate: 1, rtt: 1, buffer: 1 };

/** A shared run under other settings: a first look by this browser, which leaves the run alone. */
export function EmbeddedChange({ scenario, title }: { scenario: Scenario; title: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Change it</Button>
      </div>
    );
  }
  return <Changed {...{ scenario, title }} onClose={() => setOpen(false)} />;
}

interface ChangedProps {
  readonly scenario: Scenario;
  readonly title: string;
  readonly onClose: () => void;
}

function Changed({ scenario, title, onClose }: ChangedProps) {
  const [factors, setFactors] = useState(AS_SHARED);
  const { data: schema } = useScenarioSchema();
  const check = useMemo(() => (schema === undefined ? null : createChecker(schema)), [schema]);
  const changed = useMemo(() => scaledScenario(scenario, factors), [scenario, factors]);
  const [problem] = useMemo(
    () => check?.(changed as unknown as JsonObject, JSON.stringify(changed), '') ?? [],
    [check, changed],
  );
  const isChanged = Object.values(factors).some((factor) => factor !== 1);
  return (
    <section className={styles.change} aria-label={`${title} under other settings`}>
      <div className={styles.sliders}>
        {scaledParts(scenario).map(({ name, label, words }) => (
          <FactorSlider
            key={name}
            label={label}
            text={words(changed)}
            factor={factors[name]}
            onChange={(factor) => setFactors((old) => ({ ...old, [name]: factor }))}
          />
        ))}
        <div>
          <Button onClick={onClose}>As it was shared</Button>
        </div>
      </div>
      {problem !== undefined && <Note tone="warn" title={problem.message} />}
      {/* As shared, too: gone and mounted again, it would come late to the next change. */}
      <SeedPreview
        title={`${title}, ${isChanged ? 'changed' : 'as shared'}: first look`}
        scenario={check === null || problem !== undefined ? null : changed}
        more="FaiRTT Lab computes more"
      />
    </section>
  );
}

interface FactorSliderProps {
  readonly label: string;
  /** The value that it sets, with its unit. */
  readonly text: string;
  readonly factor: number;
  readonly onChange: (factor: number) => void;
}

function FactorSlider({ label, text, factor, onChange }: FactorSliderProps) {
  const id = useId();
  const stop = Math.round(Math.log2(factor) * STOPS_PER_OCTAVE);
  const filled = (100 * (stop + MOST_STOPS)) / (2 * MOST_STOPS);
  const times = factor === 1 ? 'as shared' : `${short(factor)} times the shared`;
  return (
    <div>
      <label htmlFor={id}>
        {label} <b>{text}</b>
      </label>
      <input
        id={id}
        type="range"
        className={slider.slider}
        style={{ '--filled': `${toShortest(filled)}%` } as React.CSSProperties}
        min={-MOST_STOPS}
        max={MOST_STOPS}
        step={1}
        value={stop}
        aria-valuetext={`${text}, ${times}`}
        onChange={({ target }) => onChange(2 ** (Number(target.value) / STOPS_PER_OCTAVE))}
      />
    </div>
  );
}
