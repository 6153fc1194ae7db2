import type { ReactNode } from 'react';
import { aligned } from '@/analysis/numbers/shown';

import styles from './witness.module.css';

export const percent = (ratio: number) => `${aligned(ratio * 100, 1)}%`;

interface WitnessTableProps {
  readonly caption: ReactNode;
  readonly heads: readonly string[];
  /** Each row's name, then its cells. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

/** Results of the crate as published and with rules, beside those of this lab. */
export function WitnessTable({ caption, heads, rows }: WitnessTableProps) {
  return (
    <table className={styles.ratios}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, ...cells]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WitnessRuleProps {
  readonly what: string;
  /** How each source reads the rule. */
  readonly readings: readonly (readonly [string, ReactNode])[];
  /** The effect of the rule. */
  readonly children: ReactNode;
}

/** A rule in which the crate and this lab differ. */
export function WitnessRule({ what, readings, children }: WitnessRuleProps) {
  return (
    <li>
      <b>{what}</b>
      <dl>
        {readings.flatMap(([who, text]) => [
          <dt key={who}>{who}</dt>,
          <dd key={`${who} says`}>{text}</dd>,
        ])}
      </dl>
      {children}
    </li>
  );
}
