import { useId, useMemo, useState } from 'react';

import type { Algorithm, Scenario } from '@/api/types';
import { SeedPreview } from '@/preview/SeedPreview';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { SeedInput } from '@/ui/fields/SeedInput';

import { caseOf } from './cases';
import styles from './algorithms.module.css';
import { useRunBeside } from './useRunBeside';

interface BesideFormProps {
  readonly algorithm: Algorithm;
  readonly all: readonly Algorithm[];
}

/** The case of the first page under this algorithm and under any other, with any seed. */
export function BesideForm({ algorithm, all }: BesideFormProps) {
  const others = all.filter(({ name }) => name !== algorithm.name);
  const base = others.find(({ name }) => name === caseOf(algorithm).beside) ?? others[0];
  const [chosen, setChosen] = useState(base?.name);
  const [seed, setSeed] = useState(1);
  const [isSeedGood, setSeedGood] = useState(true);
  const [isChanged, setChanged] = useState(false);
  const { presetTitle, isMissing, run, under, isStarting, error } = useRunBeside();
  const otherId = useId();
  const seedId = useId();
  const other = others.find(({ name }) => name === chosen);
  if (other === undefined) return null;
  return (
    <section>
      <h2>Compare with another</h2>
      <form
        className={styles.beside}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSeedGood) run(other.name, algorithm.name, seed);
        }}
      >
        {presetTitle !== null && (
          <p className="small quiet">
            {`Two runs of “${presetTitle}” with the same seed: all flows use one algorithm, then all ` +
              'flows the other.'}
          </p>
        )}
        <label className="label" htmlFor={otherId}>
          Compare with
        </label>
        <select
          id={otherId}
          className={styles.field}
          value={other.name}
          onChange={(event) => {
            setChosen(event.target.value);
            setChanged(true);
          }}
        >
          <AlgorithmOptions algorithms={others} />
        </select>
        <label className="label" htmlFor={seedId}>
          Seed
        </label>
        <SeedInput id={seedId} value={seed} onChange={setSeed} onGood={setSeedGood} />
        <Button
          type="submit"
          variant="filled"
          disabled={isStarting || presetTitle === null || !isSeedGood}
        >
          {isStarting ? 'Starting' : `Compare with ${other.title}`}
        </Button>
      </form>
      {isChanged && <AlgorithmPreviews of={[other, algorithm]} under={under} />}
      {isMissing && (
        <Note tone="bad" title="There is no preset to run. Build a scenario instead." />
      )}
      {error !== null && (
        <Note tone="bad" title="The runs were not started">
          {error.message}
        </Note>
      )}
    </section>
  );
}

interface AlgorithmPreviewsProps {
  readonly of: readonly Algorithm[];
  readonly under: (name: string) => Scenario | null;
}

function AlgorithmPreviews({ of, under }: AlgorithmPreviewsProps) {
  return of.map(({ name, title }, place) => (
    // The worker of a place stays for the next algorithm; the curves of the last one keep its name.
    <AlgorithmPreview key={place} title={title} scenario={under(name)} />
  ));
}

interface AlgorithmPreviewProps {
  readonly title: string;
  readonly scenario: Scenario | null;
}

/** One seed of the case, by the core in this browser, while another algorithm is chosen. */
function AlgorithmPreview({ title, scenario }: AlgorithmPreviewProps) {
  const text = scenario === null ? null : JSON.stringify(scenario);
  // The same settings are not computed again.
  const settled = useMemo(() => (text === null ? null : (JSON.parse(text) as Scenario)), [text]);
  return (
    <SeedPreview
      title={`${title}: first look`}
      scenario={settled}
      more="Compare stores both runs"
    />
  );
}
