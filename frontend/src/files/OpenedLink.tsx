import { type ReactNode, useState } from 'react';

import { cutLink, withinLimit } from '@/analysis/imports/linkCut';
import type { LinkTrace } from '@/analysis/imports/linkTrace';
import { short } from '@/analysis/numbers/shown';
import { plainField } from '@/analysis/scenario/plainField';
import { NumberInput } from '@/ui/NumberInput';

import { AboutFile } from './AboutFile';
import styles from './files.module.css';
import { LinkPicture } from './LinkPicture';

interface OpenedLinkProps {
  readonly link: LinkTrace;
  /** With the part of the trace that is chosen; null: it sends nothing in it. */
  readonly children: (chosen: LinkTrace | null) => ReactNode;
}

/** The trace of a link before it is used: what it is, a picture, and the part of it to take. */
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
