import { useState } from 'react';

import { toSignificant, toTyped } from '@/analysis/numbers/decimal';
import type { Meaning } from '@/analysis/numbers/reading';
import { formatSetRate, rateUnit } from '@/analysis/numbers/units';
import type { Kind } from '@/analysis/numbers/unitTable';
import { BUFFER_FACTORS } from '@/analysis/scenario/fields/bufferUnits';
import { choiceText } from '@/analysis/scenario/fields/fieldTexts';
import { Button } from '@/ui/Button';

import styles from '../fields/field.module.css';
import { useField, useForm } from '../fields/formContext';
import { NumberField } from '../fields/NumberField';
import { BUFFER_SCALES, scaleOf } from '../fields/scales';

interface LinkFieldProps {
  /** Where the link stands: `bottleneck`, or `links.0`. */
  readonly link: string;
}

/** The unit of a buffer for each kind of unit that can be typed behind its size. */
const BUFFER_UNITS: Readonly<Partial<Record<Kind, string>>> = {
  bdp: 'bdp',
  packets: 'packets',
  data: 'bytes',
  time: 'seconds',
};
const BUFFER_KINDS: readonly Kind[] = ['bdp', 'packets', 'data', 'time'];

const RATE_FACTORS = [1e3, 1e6, 1e9];

/** The rate of a link, in the unit that reads best. */
export function RateField({ link }: LinkFieldProps) {
  const path = `${link}.rate_bps`;
  const state = useField(path);
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
      path={path}
      scale={scaleOf(state.field)}
      factor={factor}
      shown={{ unit: rateUnit(factor).unit }}
      unit={unit}
      onUnit={({ value: rateBps, unit: typed }) => {
        state.set(rateBps);
        const shown = RATE_FACTORS.find((each) => rateUnit(each).unit === typed?.name);
        if (shown !== undefined) setFactor(shown);
      }}
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

/** The buffer of a link; in another unit it keeps its size. */
export function BufferField({ link }: LinkFieldProps) {
  const { set } = useForm();
  const size = useBufferSize(link);
  const path = `${link}.buffer`;
  const state = useField(`${path}.unit`);
  if (state === null) return null;
  const unit = typeof state.effective === 'string' ? state.effective : 'bdp';
  const change = (next: string) => {
    const amount = amountIn(next, size);
    const kept = amount === null ? {} : { [`${path}.amount`]: amount };
    // Only a buffer in BDPs has an RTT that makes one.
    const rtt = next === 'bdp' ? {} : { [`${path}.rtt_s`]: undefined };
    set({ [`${path}.unit`]: next, ...kept, ...rtt });
  };
  const setWithUnit = ({ value, unit: typed }: Meaning) => {
    const next = BUFFER_UNITS[typed?.kind ?? 'plain'] ?? unit;
    const rtt = next === 'bdp' ? {} : { [`${path}.rtt_s`]: undefined };
    set({ [`${path}.unit`]: next, [`${path}.amount`]: value, ...rtt });
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
        path={`${path}.amount`}
        name="Buffer"
        scale={BUFFER_SCALES[unit]}
        factor={BUFFER_FACTORS[unit]}
        shown={{ unit: choiceText(unit), others: BUFFER_KINDS }}
        unit={select}
        onUnit={setWithUnit}
      />
      {unit === 'bdp' && <BdpRtt path={`${path}.rtt_s`} />}
    </div>
  );
}

const DIGITS = 4;

interface BufferSize {
  readonly bdp: number;
  readonly packets: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** The size of a link's buffer; null while it is not known. */
function useBufferSize(link: string): BufferSize | null {
  const { derived } = useForm();
  const packet = useField('packet_bytes')?.effective;
  if (derived === null || typeof packet !== 'number') return null;
  const index = linkPlace(link);
  // The bottleneck's own numbers were there before there were further links.
  const known = index === 0 ? derived : derived.links[index];
  if (known === undefined) return null;
  const { buffer_bdp: bdp, buffer_bytes: bytes, buffer_s: seconds } = known;
  return { bdp, bytes, seconds, packets: Math.floor(bytes / packet) };
}

/** `links.2` is the third behind the bottleneck. */
function linkPlace(link: string): number {
  const [, index] = /^links\.(\d+)$/.exec(link) ?? [];
  return index === undefined ? 0 : Number(index) + 1;
}

/** The same buffer in another unit. */
function amountIn(unit: string, size: BufferSize | null): number | null {
  if (size === null) return null;
  const amounts: Readonly<Record<string, number>> = {
    bdp: toSignificant(size.bdp, DIGITS),
    packets: size.packets,
    bytes: size.bytes,
    seconds: toSignificant(size.seconds, DIGITS),
  };
  return amounts[unit] ?? null;
}

/** The RTT that makes one BDP: that of the shortest flow, or fixed, and then said to be. */
function BdpRtt({ path }: { path: string }) {
  const { derived } = useForm();
  const state = useField(path);
  if (state === null) return null;
  const { field, value, set } = state;
  if (value != null) {
    return (
      <div className={styles.bdpRtt}>
        <NumberField path={path} name="RTT of 1 BDP, fixed" />
        <Button size="xs" onClick={() => set(undefined)}>
          Use the shortest RTT
        </Button>
      </div>
    );
  }
  const rtt = derived?.reference_rtt_s;
  if (rtt === undefined) return <p className={styles.bdpRtt} data-path={path} />;
  const shown = `${toTyped(Number((rtt * 1e3).toPrecision(12)), 1)} ms`;
  return (
    <p className={styles.bdpRtt} data-path={path}>
      <span>{`1 BDP: RTT ${shown}, the shortest flow’s`}</span>
      <Button size="xs" aria-label={`Keep ${shown} as the RTT of 1 BDP`} onClick={() => set(rtt)}>
        {`Keep ${shown}`}
      </Button>
      <span className="visually-hidden">{field.help}</span>
    </p>
  );
}
