import { useId, useState } from 'react';

import type { MeasuredTrace } from '@/analysis/imports/types';
import { curvesOf } from '@/analysis/refine/curves';
import type { Refined } from '@/analysis/refine/refine';
import { distanceSentence, refinedRows, residualSentences } from '@/analysis/refine/text';
import { useAlgorithms } from '@/api/catalog';
import { Button } from '@/ui/Button';

import styles from './files.module.css';
import { PairPicture } from './PairPicture';
import { useRefining } from './useRefining';

/** The network looked for by simulation, on demand, and drawn beside the measurement. */
export function RefinePart({ trace }: { trace: MeasuredTrace }) {
  const { refining, start, cancel } = useRefining(trace);
  const { data: algorithms = [] } = useAlgorithms();
  const [algorithm, setAlgorithm] = useState('');
  const id = useId();
  const isRunning = refining.state === 'running';
  return (
    <section className={styles.refine}>
      <h3>Refined by simulation</h3>
      <div className={styles.acts}>
        <label htmlFor={id}>Algorithm of its senders</label>
        <select
          id={id}
          value={algorithm}
          disabled={isRunning}
          onChange={({ target }) => setAlgorithm(target.value)}
        >
          <option value="">as the file says, or the nearest</option>
          {algorithms.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        {isRunning ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <Button onClick={() => void start(algorithm === '' ? null : algorithm)}>
            Find the nearest network
          </Button>
        )}
      </div>
      <p className="small faint" role="status">
        {refining.state === 'idle' &&
          'Runs simulations in this browser for at most 25 s until none is nearer.'}
        {isRunning && `${refining.runs} runs so far.`}
        {refining.state === 'failed' && refining.why}
        {refining.state === 'done' && distanceSentence(refining.refined)}
      </p>
      {refining.state === 'done' && <Found refined={refining.refined} />}
    </section>
  );
}

function Found({ refined }: { refined: Refined }) {
  const residuals = residualSentences(refined);
  return (
    <>
      <dl className={styles.network}>
        {refinedRows(refined).map(([name, value]) => (
          <div key={name} className={styles.estimate}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {curvesOf(refined).map(({ time_s, rate, rtt }, index) => (
        <div key={index} className={styles.pairs}>
          {rate !== null && (
            <PairPicture title="Rate" unit="Mbit/s" factor={1e-6} times={time_s} pair={rate} />
          )}
          {rtt !== null && (
            <PairPicture title="RTT" unit="ms" factor={1e3} times={time_s} pair={rtt} />
          )}
          <p className="small faint">{residuals[index]}</p>
        </div>
      ))}
    </>
  );
}
