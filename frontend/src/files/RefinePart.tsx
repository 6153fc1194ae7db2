import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, useEffect, useRef } from 'react';

import type { MeasuredTrace } from '@/analysis/imports/types';
import { short } from '@/analysis/numbers/shown';
import { curvesOf, type Pair } from '@/analysis/refine/curves';
import type { Refined } from '@/analysis/refine/refine';
import { distanceSentence, refinedRows, residualSentences } from '@/analysis/refine/text';
import { useAlgorithms } from '@/api/catalog';
import { loadWithRules } from '@/core/loadWithRules';
import { Button } from '@/ui/Button';

import styles from './files.module.css';
import type { RefineAnswer, RefineQuestion } from './refineWorker';

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

interface PairPictureProps {
  readonly title: string;
  readonly unit: string;
  readonly factor: number;
  readonly times: readonly number[];
  readonly pair: Pair;
}

const WIDTH = 360;
const HEIGHT = 100;

/** A measured curve and the simulated one over it, from 0 to the highest of both. */
function PairPicture({ title, unit, factor, times, pair }: PairPictureProps) {
  const { measured, simulated } = pair;
  const high = [...measured, ...simulated].reduce<number>(
    (most, each) => Math.max(most, each ?? 0),
    0,
  );
  const [from = 0] = times;
  const to = times.at(-1) ?? 1;
  const path = (values: readonly (number | null)[]) => {
    let isOpen = false;
    return values
      .map((value, at) => {
        if (value === null) {
          isOpen = false;
          return '';
        }
        const x = (((times[at] ?? 0) - from) / (to - from)) * WIDTH;
        const y = HEIGHT - (value / high) * (HEIGHT - 2) - 1;
        const step = `${isOpen ? 'L' : 'M'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
        isOpen = true;
        return step;
      })
      .join('');
  };
  return (
    <figure className={styles.pair}>
      <figcaption className="small">
        {title}, {unit}: 0 to {short(high * factor)}, from {short(from)} to {short(to)} s
        {'; measured '}
        <i className={styles.measuredKey} /> simulated <i className={styles.simulatedKey} />
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, measured and simulated`}
      >
        <path className={styles.measuredLine} d={path(measured)} />
        <path className={styles.simulatedLine} d={path(simulated)} />
      </svg>
    </figure>
  );
}

type Refining =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly runs: number; readonly nearest: number | null }
  | { readonly state: 'done'; readonly refined: Refined }
  | { readonly state: 'failed'; readonly why: string };

/** The search in a thread of its own, which ends when it is cancelled or the page is left. */
function useRefining(trace: MeasuredTrace) {
  const queryClient = useQueryClient();
  const [refining, setRefining] = useState<Refining>({ state: 'idle' });
  const worker = useRef<Worker | null>(null);
  const cancel = () => {
    worker.current?.terminate();
    worker.current = null;
    setRefining({ state: 'idle' });
  };
  useEffect(() => () => worker.current?.terminate(), []);
  const fail = (why: string) => {
    cancel();
    setRefining({ state: 'failed', why });
  };
  const start = async (algorithm: string | null) => {
    cancel();
    setRefining({ state: 'running', runs: 0, nearest: null });
    const own = new Worker(new URL('./refineWorker.ts', import.meta.url), { type: 'module' });
    worker.current = own;
    own.onerror = ({ message }) => fail(message);
    own.onmessage = ({ data }: MessageEvent<RefineAnswer>) => {
      if ('runs' in data) setRefining({ state: 'running', ...data });
      else if ('problem' in data) fail(data.problem);
      else {
        cancel();
        setRefining({ state: 'done', refined: data.refined });
      }
    };
    try {
      const { module, rules } = await loadWithRules(queryClient);
      // Cancelled meanwhile: this thread has ended.
      if (worker.current !== own) return;
      own.postMessage({ trace, module, rules, algorithm } satisfies RefineQuestion);
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  return { refining, start, cancel };
}
