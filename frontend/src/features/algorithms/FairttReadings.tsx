import type { Algorithm } from '@/api/types';
import { fairttText } from '@/messages/algorithms';
import { Pill } from '@/ui/Pill';

import { parameterValueText } from './algorithms';
import styles from './algorithms.module.css';

/** The rule of FaiRTT's paper, and the readings among which its parameter `reading` chooses. */
export function FairttReadings({ algorithm }: { algorithm: Algorithm }) {
  const parameter = (wanted: string) => algorithm.parameters.find(({ name }) => name === wanted);
  const gamma = parameter('gamma_ratio');
  const reading = parameter('reading');
  return (
    <section>
      <h2>{fairttText.title}</h2>
      <div className={styles.rule}>
        <p>{fairttText.rule}</p>
        <p className={styles.formula}>
          <code>{fairttText.when}</code>
          <code>{fairttText.coefficient}</code>
          <code>{fairttText.bdp}</code>
        </p>
        <p>
          {fairttText.otherwise}{' '}
          {gamma !== undefined && fairttText.symbols(parameterValueText(gamma.name, gamma.default))}
        </p>
        <p>{fairttText.open}</p>
      </div>
      <dl className={styles.readings}>
        {reading?.choices.map((choice) => (
          <div key={choice}>
            <dt>
              <code>{choice}</code>
              {choice === reading.default && <Pill>{fairttText.byDefault}</Pill>}
              {fairttText.readings[choice]?.isOracle === true && <Pill>{fairttText.oracle}</Pill>}
            </dt>
            <dd>{fairttText.readings[choice]?.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
