import type { Algorithm } from '@/api/types';
import { Pill } from '@/ui/Pill';

import { parameterValueText } from './algorithms';
import styles from './algorithms.module.css';

const READINGS = {
  algorithm1_letter: {
    text: 'Algorithm 1 as written, at a sender that knows only itself: α from the minimum RTTs in its own window; the coefficient scales the window.',
    isOracle: false,
  },
  shared_threshold: {
    text: 'Equation 5 counts flows. Here all flows share one threshold, from the minimum RTTs of all of them; the coefficient scales the window.',
    isOracle: true,
  },
  bdp_and_pacing: {
    text: 'α as in algorithm1_letter. The coefficient also scales every other use of the BDP in ProbeBW, and the pacing rate.',
    isOracle: false,
  },
  custom: {
    text: 'A starting point: parameters not set are as in algorithm1_letter.',
    isOracle: false,
  },
} as Readonly<Record<string, { text: string; isOracle: boolean }>>;

/** The rule of FaiRTT's paper, and the readings among which its parameter `reading` chooses. */
export function FairttReadings({ algorithm }: { algorithm: Algorithm }) {
  const parameter = (wanted: string) => algorithm.parameters.find(({ name }) => name === wanted);
  const gamma = parameter('gamma_ratio');
  const reading = parameter('reading');
  return (
    <section>
      <h2>How the paper is read</h2>
      <div className={styles.rule}>
        <p>After every ACK, in ProbeBW (arXiv 2403.19973, Algorithm 1):</p>
        <p className={styles.formula}>
          <code>{'while lastRTT > α'}</code>
          <code>coefficient = γ · minRTT / lastRTT</code>
          <code>BDP′ = BDP · coefficient</code>
        </p>
        <p>
          Otherwise the coefficient is 1; it never exceeds 1.{' '}
          {gamma !== undefined &&
            `γ is gamma_ratio, ${parameterValueText(gamma.name, gamma.default)} by default. α is the threshold of equation 5, made of the ` +
              'minimum RTTs seen.'}
        </p>
        <p>
          The paper leaves open whose minimum RTT counts, over what set the flows are counted, and
          which uses of the BDP are scaled. The parameter reading sets these three; an explicit
          parameter takes precedence. The code of its authors was never published, so none of the
          readings is known to be theirs.
        </p>
      </div>
      <dl className={styles.readings}>
        {reading?.choices.map((choice) => (
          <div key={choice}>
            <dt>
              <code>{choice}</code>
              {choice === reading.default && <Pill>default</Pill>}
              {READINGS[choice]?.isOracle === true && <Pill>oracle</Pill>}
            </dt>
            <dd>{READINGS[choice]?.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
