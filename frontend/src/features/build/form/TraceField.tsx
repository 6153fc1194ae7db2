import { useRef, useState } from 'react';

import { formatCount, formatRate, joinQuantity } from '@/analysis/numbers/units';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { fieldAt } from '@/analysis/scenario/fields/fields';
import { helpText } from '@/analysis/scenario/fields/fieldTexts';
import { traceRateBps } from '@/analysis/scenario/network/linkPreview';
import { Button } from '@/ui/Button';
import { Term } from '@/ui/Term';

import fields from '../fields/field.module.css';
import { AnyField } from '../fields/AnyField';
import { FieldProblems } from '../fields/FieldProblems';
import { useForm } from '../fields/formContext';
import styles from './linkChanges.module.css';

const PATH = 'bottleneck.trace';
const TIMES = `${PATH}.opportunities_ms`;
const AFTER_END = `${PATH}.after_end`;
/** The largest file: a longer one always has more lines than a scenario may hold. */
const MOST_BYTES = 20_000_000;
const LONGEST_LABEL = 80;

interface Trace {
  readonly times: readonly number[];
  readonly label: string;
  readonly problem: string | null;
  /** Lines of the file that were skipped, and assumptions made. */
  readonly notes: readonly string[];
  readonly open: (file: File) => Promise<void>;
  readonly choose: (name: string) => Promise<void>;
  readonly remove: () => void;
}

/** The trace of the scenario, and the ways to get another one. */
function useTrace(): Trace {
  const { scenario, set } = useForm();
  const [problem, setProblem] = useState<string | null>(null);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const found = getAt(scenario, TIMES);
  const label = getAt(scenario, `${PATH}.label`);
  const afterEnd = getAt(scenario, AFTER_END);
  // The rate that sizes the buffer becomes the mean of the trace.
  const take = (
    name: string,
    timesMs: readonly number[],
    about: readonly string[] = [],
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    setProblem(null);
    setNotes(about);
    const fields = Object.entries(more).map(([field, value]) => [`bottleneck.${field}`, value]);
    set({
      ...Object.fromEntries(fields),
      [PATH]: {
        label: name.slice(0, LONGEST_LABEL),
        opportunities_ms: timesMs,
        ...(afterEnd === undefined ? {} : { after_end: afterEnd }),
      },
      'bottleneck.rate_bps': Math.max(1000, traceRateBps(timesMs)),
      'bottleneck.rate_schedule': undefined,
    });
  };
  return {
    times: Array.isArray(found) ? (found as number[]) : [],
    label: typeof label === 'string' ? label : '',
    problem,
    notes,
    open: async (file) => {
      const { openLinkTrace } = await import('./openLinkTrace');
      const read = await openLinkTrace(file, MOST_BYTES);
      if ('problem' in read) setProblem(read.problem);
      else take(file.name, read.timesMs, read.notes, read.fields);
    },
    choose: async (name) => {
      const { SHIPPED_TRACES } = await import('@/generated/traces');
      const trace = SHIPPED_TRACES.find((each) => each.name === name);
      if (trace !== undefined) take(`${trace.title} (synthetic)`, trace.opportunitiesMs);
    },
    remove: () => {
      setNotes([]);
      set({ [PATH]: undefined });
    },
  };
}

/** A delivery trace: one of those that come with the lab, or a file in Mahimahi's format. */
export function TraceField() {
  const { schema, scenario, problems } = useForm();
  const trace = useTrace();
  const field = fieldAt(schema, TIMES, scenario);
  if (field === null) return null;
  const { times, label, problem, notes } = trace;
  return (
    <div data-path={PATH} className={styles.trace}>
      <Term name={field.title} definition={helpText(field)} />
      <TraceChoice trace={trace} />
      {times.length > 0 && (
        <p className="small quiet">
          {label === '' ? '' : `${label}: `}
          {`${formatCount(times.length)} opportunities in ${(times.at(-1) ?? 0) / 1e3} s, `}
          {`${joinQuantity(formatRate(traceRateBps(times)))} on average.`}
        </p>
      )}
      {times.length > 0 && <AnyField path={AFTER_END} />}
      {times.length > 0 && notes.length > 0 && <p className="small quiet">{notes.join(' ')}</p>}
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <FieldProblems problems={problems.filter(({ path }) => path.startsWith(PATH))} />
    </div>
  );
}

function TraceChoice({ trace }: { trace: Trace }) {
  const input = useRef<HTMLInputElement>(null);
  const hasTrace = trace.times.length > 0;
  return (
    <div className={styles.choices}>
      <input
        ref={input}
        type="file"
        accept="text/plain,text/csv,.txt,.csv,.log,.trace,.up,.down,.pps,.gz"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void trace.open(file);
        }}
      />
      <select
        className={fields.select}
        aria-label="Choose a delivery trace"
        value=""
        onChange={(event) => void trace.choose(event.target.value)}
      >
        <option value="">{hasTrace ? 'another trace' : 'a synthetic trace'}</option>
        <option value="lte-like">LTE-like</option>
        <option value="wifi-like">Wi-Fi-like</option>
        <option value="handover-like">Handover-like</option>
        <option value="leo-like">LEO-like</option>
        <option value="5g-like">5G-like</option>
      </select>
      <Button size="xs" onClick={() => input.current?.click()}>
        Open a file
      </Button>
      {hasTrace && (
        <Button size="xs" onClick={trace.remove}>
          Remove it
        </Button>
      )}
    </div>
  );
}
