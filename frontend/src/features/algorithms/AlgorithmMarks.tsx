import type { Algorithm } from '@/api/types';
import { algorithmsText } from '@/messages/algorithms';
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
        <Pill title={algorithmsText.oracleWhy}>{algorithmsText.oracle}</Pill>
      )}
    </p>
  );
}
