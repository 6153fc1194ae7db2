import { type ReactNode, useState } from 'react';

import { cutLink, withinLimit } from '@/analysis/imports/links/linkCut';
import { type LinkTrace, PACKET_BITS } from '@/analysis/imports/links/linkTrace';
import { short } from '@/analysis/numbers/shown';
import { plainField } from '@/analysis/scenario/fields/plainField';
import { NumberInput } from '@/ui/fields/NumberInput';

import { AboutFile } from './AboutFile';
import styles from './files.module.css';

interface OpenedLinkProps {
  readonly link: LinkTrace;
  /** With the part of the trace that is chosen; null: it sends nothing in it. */
  readonly children: (chosen: LinkTrace | null) => ReactNode;
}

/** The trace of a link before it is used: its kind, a picture, and the part of it to take. */
export function OpenedLink({ link, children }: OpenedLinkProps) {
  const end_s = (link.opportunities_ms.at(-1) ?? 0) / 1000;
  const [from_s, setFrom] = useState(0);
  const [to_s, setTo] = useState(end_s);
  const isWhole = from_s === 0 && to_s === end_s;
  const part = isWhole ? link : cutLink(link, from_s, to_s);
  const chosen = part === null ? null : withinLimit(part);
  return (
    <>
      <p>{`The trace of a link, ${short((chosen ?? link).mean_rate_bps / 1e6)} Mbit/s on average.`}</p>
      <LinkPicture link={chosen ?? link} />
      <div className={styles.acts}>
        <Seconds label="From" value={from_s} bounds={[0, to_s]} onChange={setFrom} />
        <Seconds label="To" value={to_s} bounds={[from_s, end_s]} onChange={setTo} />
      </div>
      {chosen === null && (
        <p role="alert" className="small">
          The link sends nothing in this time: choose another part.
        </p>
      )}
      <AboutFile about={(chosen ?? link).about} />
      {children(chosen)}
    </>
  );
}

interface SecondsProps {
  readonly label: string;
  readonly value: number;
  readonly bounds: readonly [number, number];
  readonly onChange: (seconds: number) => void;
}

function Seconds({ label, value, bounds: [minimum, maximum], onChange }: SecondsProps) {
  return (
    <label className={styles.seconds}>
      {label}
      <NumberInput
        label={`${label}, in s`}
        field={plainField({ unit: 's', factor: 1, minimum, maximum })}
        value={value}
        factor={1}
        isBad={false}
        onChange={(next) => {
          if (typeof next === 'number') onChange(next);
        }}
      />
      s
    </label>
  );
}

const [WIDTH, HEIGHT] = [480, 64];
const MOST_PARTS = 120;
/** A part with fewer packets would show a steady rate as one that jumps by a packet. */
const LEAST_PACKETS = 20;

/** Precise enough for a place in the picture. */
const tenths = (value: number) => Math.round(value * 10) / 10;

interface Curve {
  readonly name: string;
  readonly unit: string;
  /** In the unit, at the middle of equal parts of the trace. */
  readonly values: readonly number[];
}

/** What a link does over time, before a scenario is made of it. */
export function LinkPicture({ link }: { link: LinkTrace }) {
  const all_s = (link.opportunities_ms.at(-1) ?? 0) / 1000;
  return (
    <div className={styles.curves}>
      {curvesOf(link, all_s).map((curve) => (
        <CurvePicture key={curve.name} curve={curve} all_s={all_s} />
      ))}
    </div>
  );
}

function CurvePicture({ curve, all_s }: { curve: Curve; all_s: number }) {
  const { name, unit, values } = curve;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const text = `${name}: ${short(low)} to ${short(high)} ${unit} over ${short(all_s)} s`;
  const y = (value: number) => HEIGHT - 1 - (high > 0 ? value / high : 0) * (HEIGHT - 2);
  const x = (at: number) => tenths((at * WIDTH) / values.length);
  const path = values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${tenths(y(value))}H${x(at + 1)}`)
    .join('');
  return (
    <figure className={styles.curve}>
      <figcaption className="small">{text}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        <path d={path} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
      </svg>
    </figure>
  );
}

/** From 0 up, so that heights compare; delay and loss where the file has them. */
function curvesOf({ opportunities_ms, delay, loss_steps }: LinkTrace, all_s: number): Curve[] {
  const fewer = Math.ceil(opportunities_ms.length / LEAST_PACKETS);
  const parts = Math.max(1, Math.min(MOST_PARTS, fewer));
  const counts = Array.from({ length: parts }, () => 0);
  for (const ms of opportunities_ms) {
    const at = Math.min(parts - 1, Math.floor((ms / 1000 / all_s) * parts));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const mbps = counts.map((count) => (count * PACKET_BITS * parts) / all_s / 1e6);
  const middles = Array.from({ length: MOST_PARTS }, (_, at) => ((at + 0.5) * all_s) / MOST_PARTS);
  const curves: Curve[] = [{ name: 'Rate', unit: 'Mbit/s', values: mbps }];
  if (delay !== undefined) {
    const values = middles.map(
      (time_s) => 1000 * (delay.steps.findLast(({ at_s }) => at_s <= time_s)?.delay_s ?? 0),
    );
    curves.push({ name: 'Delay of the data', unit: 'ms', values });
  }
  if (loss_steps !== undefined) {
    const values = middles.map(
      (time_s) => 100 * (loss_steps.findLast(({ at_s }) => at_s <= time_s)?.probability ?? 0),
    );
    curves.push({ name: 'Loss', unit: '%', values });
  }
  return curves;
}
