import { useRef, useState } from 'react';

import { formatCount, formatRate, joinQuantity } from '@/analysis/numbers/units';
import { getAt } from '@/analysis/scenario/fieldPath';
import { fieldAt } from '@/analysis/scenario/fields';
import { helpText } from '@/analysis/scenario/fieldWords';
import { readTrace, traceRateBps } from '@/analysis/scenario/linkChanges';
import { Button } from '@/ui/Button';
import { Term } from '@/ui/Term';

import fields from './field.module.css';
import { FieldProblems } from './FieldProblems';
import { useForm } from './formContext';
import styles from './linkChanges.module.css';

const PATH = 'bottleneck.trace';
const TIMES = `${PATH}.opportunities_ms`;
const MOST_LINES = 20_000;
const MOST_BYTES = 200_000;
const LONGEST_LABEL = 80;

/** A delivery trace: one of those that come with the lab, or a file in Mahimahi's format. */
export function TraceField() {
  const { schema, scenario, problems, set } = useForm();
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const field = fieldAt(schema, TIMES, scenario);
  if (field === null) return null;
  const found = getAt(scenario, TIMES);
  const times = Array.isArray(found) ? (found as number[]) : [];
  const label = getAt(scenario, `${PATH}.label`);

  // What sizes the buffer becomes the mean of the trace.
  const take = (name: string, timesMs: readonly number[]) => {
    setProblem(null);
    set({
      [PATH]: { label: name.slice(0, LONGEST_LABEL), opportunities_ms: timesMs },
      'bottleneck.rate_bps': Math.max(1000, traceRateBps(timesMs)),
      'bottleneck.rate_schedule': undefined,
    });
  };
  const open = async (file: File) => {
    if (file.size > MOST_BYTES) {
      setProblem(`The file has ${formatCount(file.size)} bytes; at most 200,000 are read.`);
      return;
    }
    const read = readTrace(await file.text(), MOST_LINES);
    if ('problem' in read) setProblem(read.problem);
    else take(file.name, read.opportunitiesMs);
  };
  const choose = async (name: string) => {
    if (name === '') {
      set({ [PATH]: undefined });
      return;
    }
    const { SHIPPED_TRACES } = await import('@/generated/traces');
    const trace = SHIPPED_TRACES.find((each) => each.name === name);
    if (trace !== undefined) take(`${trace.title} (synthetic)`, trace.opportunitiesMs);
  };
  return (
    <div data-path={PATH} className={styles.trace}>
      <Term name={field.title} definition={helpText(field)} />
      <input
        ref={input}
        type="file"
        accept="text/plain,.txt,.trace,.up,.down,.pps"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void open(file);
        }}
      />
      <div className={styles.choices}>
        <select
          className={fields.select}
          aria-label="Take a delivery trace"
          value=""
          onChange={(event) => void choose(event.target.value)}
        >
          <option value="">{times.length > 0 ? 'another trace' : 'a synthetic trace'}</option>
          <option value="lte-like">LTE-like</option>
          <option value="wifi-like">Wi-Fi-like</option>
          <option value="handover-like">Handover-like</option>
        </select>
        <Button size="xs" onClick={() => input.current?.click()}>
          Open a file
        </Button>
        {times.length > 0 && (
          <Button size="xs" onClick={() => set({ [PATH]: undefined })}>
            Take it away
          </Button>
        )}
      </div>
      {times.length > 0 && (
        <p className="small quiet">
          {typeof label === 'string' && label !== '' ? `${label}: ` : ''}
          {`${formatCount(times.length)} opportunities in ${(times.at(-1) ?? 0) / 1e3} s, `}
          {`${joinQuantity(formatRate(traceRateBps(times)))} on average.`}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <FieldProblems problems={problems.filter(({ path }) => path.startsWith(PATH))} />
    </div>
  );
}
