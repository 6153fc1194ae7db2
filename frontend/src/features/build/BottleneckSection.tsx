import { useState } from 'react';

import { toSignificant } from '@/analysis/numbers/decimal';
import { formatSetRate, rateUnit } from '@/analysis/numbers/units';
import { BUFFER_FACTORS } from '@/analysis/scenario/bufferUnits';
import { fieldsBelow, ofKind, type Field } from '@/analysis/scenario/fields';
import { choiceText, choiceName, helpText } from '@/analysis/scenario/fieldWords';
import type { Derived } from '@/api/types';
import { SegmentedControl } from '@/ui/SegmentedControl';
import { Term } from '@/ui/Term';

import { AnyField } from './AnyField';
import { BdpRtt } from './BdpRtt';
import styles from './field.module.css';
import { Fold } from './Fold';
import { useField, useForm, isChoice } from './formContext';
import { LinkChanges } from './LinkChanges';
import { NumberField } from './NumberField';
import { BUFFER_SCALES, DELAY_SCALE, scaleOf } from './scales';
import { FieldProblems } from './FieldProblems';
import { Vary } from './Vary';
import { VariedLine } from './VariedLine';

const PATH = 'bottleneck';
const RATE = 'bottleneck.rate_bps';
const SHOWN_FIRST = new Set([
  RATE,
  'bottleneck.delay_s',
  'bottleneck.buffer.amount',
  'bottleneck.buffer.unit',
  'bottleneck.buffer.rtt_s',
  'bottleneck.queue.kind',
  'bottleneck.loss.kind',
]);
/** Lists of steps, which have a part of their own. */
const CHANGES = /^bottleneck\.(rate_schedule|trace|delay_schedule|outages)/;
/** What a queue discipline or a loss model is set by; where loss acts stands further down. */
const OF_KINDS = /^bottleneck\.(queue|loss)\./;

/** The link where packets queue. */
export function BottleneckSection() {
  const { schema, scenario, problems } = useForm();
  const all = fieldsBelow(schema, PATH, scenario).filter(
    ({ path }) => !SHOWN_FIRST.has(path) && !CHANGES.test(path),
  );
  const isOfKind = ({ path, kind }: Field) => OF_KINDS.test(path) && kind !== 'choice';
  const rest = all.filter((field) => !isOfKind(field));
  const hasProblem = problems.some(({ path }) => rest.some((field) => field.path === path));
  return (
    <section>
      <div className={styles.heading}>
        <h2>Bottleneck</h2>
        <span className="quiet">One queue, shared by all flows.</span>
      </div>
      <div className={styles.grid}>
        <RateField />
        <NumberField path="bottleneck.delay_s" scale={DELAY_SCALE} />
        <BufferField />
        {all.filter(isOfKind).map(({ path }) => (
          <AnyField key={path} path={path} />
        ))}
      </div>
      <div className={styles.kinds}>
        <Kinds />
      </div>
      <LinkChanges />
      <Fold title="More of the bottleneck" isForced={hasProblem}>
        <div className={styles.grid}>
          {rest.map(({ path }) => (
            <AnyField key={path} path={path} />
          ))}
        </div>
      </Fold>
    </section>
  );
}

const RATE_FACTORS = [1e3, 1e6, 1e9];

function RateField() {
  const state = useField(RATE);
  const value = state?.effective;
  const [factor, setFactor] = useState(() => (typeof value === 'number' ? unitOf(value) : 1e6));
  if (state === null) return null;
  const unit = (
    <select
      className={styles.unitSelect}
      aria-label={`Unit of ${state.field.title.toLowerCase()}`}
      value={factor}
      onChange={(event) => setFactor(Number(event.target.value))}
    >
      {RATE_FACTORS.map((each) => (
        <option key={each} value={each}>
          {rateUnit(each).unit}
        </option>
      ))}
    </select>
  );
  return (
    <NumberField
      path={RATE}
      scale={scaleOf(state.field)}
      factor={factor}
      unit={unit}
      formatTick={rateTick}
    />
  );
}

function unitOf(rateBps: number): number {
  return Math.max(1e3, rateUnit(rateBps).factor);
}

/** `1 M` instead of 1 Mbit/s: the unit stands beside the number above. */
function rateTick(rateBps: number): string {
  const { value, unit } = formatSetRate(rateBps);
  return `${value} ${unit.charAt(0)}`;
}

function BufferField() {
  const { derived, set } = useForm();
  const state = useField('bottleneck.buffer.unit');
  if (state === null) return null;
  const unit = typeof state.effective === 'string' ? state.effective : 'bdp';
  const change = (next: string) => {
    const amount = amountIn(next, derived);
    const kept = amount === null ? {} : { 'bottleneck.buffer.amount': amount };
    // Only a buffer in BDPs has an RTT that makes one.
    const rtt = next === 'bdp' ? {} : { 'bottleneck.buffer.rtt_s': undefined };
    set({ 'bottleneck.buffer.unit': next, ...kept, ...rtt });
  };
  const select = (
    <select
      className={styles.unitSelect}
      aria-label={`Unit of ${'Buffer'.toLowerCase()}`}
      value={unit}
      onChange={(event) => change(event.target.value)}
    >
      {state.field.choices.map((choice) => (
        <option key={choice} value={choice}>
          {choiceText(choice)}
        </option>
      ))}
    </select>
  );
  return (
    <div>
      <NumberField
        path="bottleneck.buffer.amount"
        name="Buffer"
        scale={BUFFER_SCALES[unit]}
        factor={BUFFER_FACTORS[unit]}
        unit={select}
      />
      {unit === 'bdp' && <BdpRtt />}
    </div>
  );
}

const DIGITS = 4;

/** The same buffer in another unit; null while it is not known. */
function amountIn(unit: string, derived: Derived | null): number | null {
  if (derived === null) return null;
  const amounts: Readonly<Record<string, number>> = {
    bdp: toSignificant(derived.buffer_bdp, DIGITS),
    packets: derived.buffer_packets,
    bytes: derived.buffer_bytes,
    seconds: toSignificant(derived.buffer_s, DIGITS),
  };
  return amounts[unit] ?? null;
}

function Kinds() {
  const { schema, scenario, set } = useForm();
  const change = (path: string) => (kind: string) => {
    set({ [path]: ofKind(schema, path, scenario, kind) });
  };
  return (
    <>
      <KindField path="bottleneck.queue.kind" name="Queue" onChange={change('bottleneck.queue')} />
      <KindField path="bottleneck.loss.kind" name="Loss" onChange={change('bottleneck.loss')} />
    </>
  );
}

interface KindFieldProps {
  readonly path: string;
  readonly name: string;
  readonly onChange: (kind: string) => void;
}

/** A choice of few, side by side. What can be one only is no choice. */
export function KindField({ path, name, onChange }: KindFieldProps) {
  const state = useField(path);
  if (state === null || !isChoice(state)) return null;
  const { field, effective, problems } = state;
  // Another kind has other fields: it is varied as a whole.
  const whole = path.replace(/\.kind$/, '');
  const chosen = typeof effective === 'string' ? effective : '';
  return (
    <div className={styles.kind} data-path={path} data-vary="">
      <Term name={name} definition={helpText(field)} />
      <SegmentedControl
        aria-label={name}
        className={styles.choices}
        value={chosen}
        onChange={onChange}
        data={field.choices.map((choice) => ({
          value: choice,
          label: choiceName(field, choice),
        }))}
      />
      <Vary path={whole} name={name} />
      <VariedLine path={whole} />
      <FieldProblems problems={problems} />
    </div>
  );
}
