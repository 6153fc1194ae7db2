import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import type { Algorithm } from '@/api/types';
import { algorithmsText } from '@/messages/algorithms';
import { Note } from '@/ui/Note';
import { SeedInput } from '@/ui/SeedInput';

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
  const { presetTitle, isMissing, run, isStarting, error } = useRunBeside();
  const otherId = useId();
  const seedId = useId();
  const other = others.find(({ name }) => name === chosen);
  if (other === undefined) return null;
  return (
    <section>
      <h2>{algorithmsText.beside}</h2>
      <form
        className={styles.beside}
        onSubmit={(event) => {
          event.preventDefault();
          run(other.name, algorithm.name, seed);
        }}
      >
        {presetTitle !== null && (
          <p className="small quiet">{algorithmsText.besideWhy(presetTitle)}</p>
        )}
        <label htmlFor={otherId}>{algorithmsText.besideWith}</label>
        <select
          id={otherId}
          className={styles.field}
          value={other.name}
          onChange={(event) => setChosen(event.target.value)}
        >
          {others.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        <label htmlFor={seedId}>{algorithmsText.besideSeed}</label>
        <SeedInput id={seedId} value={seed} onChange={setSeed} />
        <Button type="submit" variant="filled" disabled={isStarting || presetTitle === null}>
          {isStarting ? algorithmsText.besideStarting : algorithmsText.besideRun(other.title)}
        </Button>
      </form>
      {isMissing && <Note tone="bad" title={algorithmsText.besideNoPreset} />}
      {error !== null && (
        <Note tone="bad" title={algorithmsText.besideFailed}>
          {error.message}
        </Note>
      )}
    </section>
  );
}
