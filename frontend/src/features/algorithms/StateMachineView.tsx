import { useState } from 'react';

import { phaseName } from '@/analysis/series/phases';
import type { Algorithm } from '@/api/types';
import { Picturable } from '@/pictures/Picturable';

import styles from './machine.module.css';
import { StateDrawing } from './StateDrawing';
import { ANY, type StateMachine } from './stateMachines';

/** The states drawn, and below in words what leads from one to the next. */
export function StateMachineView({ algorithm }: { algorithm: Algorithm }) {
  const [lit, setLit] = useState<number | null>(null);
  const { machine } = algorithm;
  return (
    <section>
      <Picturable title={`States of ${algorithm.title}`} caption={algorithm.title}>
        <h2>States</h2>
        <p className="small quiet">
          The bar shows each state as the run page draws it. The list below explains the numbers.
        </p>
        <StateDrawing
          machine={machine}
          label={`States of ${algorithm.title} with numbered transitions`}
          lit={lit}
        />
        <TransitionList machine={machine} lit={lit} onLight={setLit} />
        <p className="small quiet">{`From ${machine.source}, with default settings.`}</p>
      </Picturable>
    </section>
  );
}

interface TransitionListProps {
  readonly machine: StateMachine;
  readonly lit: number | null;
  readonly onLight: (index: number | null) => void;
}

function TransitionList({ machine, lit, onLight }: TransitionListProps) {
  const groups = new Set(machine.groups.map(({ name }) => name));
  const nameOf = (state: string) => {
    if (state === ANY) return 'any state';
    return groups.has(state) ? state : phaseName(state);
  };
  return (
    <ol className={styles.transitions}>
      {machine.transitions.map(({ from_state: from, to_state: to, when }, index) => (
        <li key={index} data-lit={index === lit || undefined}>
          <button
            type="button"
            className="ui-toggle"
            aria-pressed={index === lit}
            aria-label={`Show transition ${index + 1} in the drawing`}
            onClick={() => onLight(index === lit ? null : index)}
          >
            {index + 1}
          </button>
          <b>
            {nameOf(from)} → {nameOf(to)}
          </b>
          <span>{when}</span>
        </li>
      ))}
    </ol>
  );
}
