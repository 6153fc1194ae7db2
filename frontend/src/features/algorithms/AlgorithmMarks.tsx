import type { Algorithm } from '@/api/types';
import { Pill } from '@/ui/Pill';

import { fidelityOf } from './algorithms';
import styles from './algorithms.module.css';

/** Exact or reconstruction, and whether it may know more than a real sender. */
export function AlgorithmMarks({ algorithm }: { algorithm: Algorithm }) {
  const { kind, of } = fidelityOf(algorithm.fidelity);
  return (
    <p className={styles.marks}>
      <Pill title={of}>{kind}</Pill>
      {algorithm.may_use_oracle && (
        <Pill title="Some of its settings give it knowledge that no real sender has, such as the minimum RTTs of all other flows. They show what an idea would do with that knowledge, not what can be deployed. The description of such a setting says so.">
          may use an oracle
        </Pill>
      )}
    </p>
  );
}
