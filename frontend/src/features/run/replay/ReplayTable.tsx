import { useRef } from 'react';

import { ABSENT, formatCount } from '@/analysis/numbers/units';
import { hueClass } from '@/charts/palette';
import type { CursorState } from '@/analysis/replay/clock';
import { Term } from '@/ui/Term';

import styles from './replay.module.css';
import type { ColumnNumbers, NumberRow } from './replayNumbers';
import { useReadableFrame } from './useReadableFrame';

interface ReplayTableProps {
  readonly rows: readonly NumberRow[];
  readonly label: string;
  readonly timeOf: (clock: CursorState) => number;
  /** The moment of the numbers, or the interval that they are means over. */
  readonly whenAt: (clock: CursorState) => string;
  readonly phaseAt: (row: NumberRow, timeSeconds: number) => string;
  readonly numbersAt: (row: number, timeSeconds: number) => ColumnNumbers | undefined;
}

const METRICS = ['cwndPackets', 'inflightPackets', 'waiting', 'moving'] as const;
const names = {
  phase: {
    name: 'phase',
    text: 'The algorithm’s phase at this time; for a group, that of most of its flows, with their number.',
  },
  cwndPackets: {
    name: 'cwnd',
    text: 'Congestion window in packets after the flow’s last event; for a group, the mean of its flows.',
  },
  inflightPackets: {
    name: 'in flight',
    text: 'Packets sent and neither acknowledged nor marked lost; for a group, the mean of its flows.',
  },
  waiting: { name: 'in queue', text: 'Queued packets of the flow or group.' },
  moving: {
    name: 'under way',
    text: 'Packets of the flow or group on their way to the receiver and not queued.',
  },
} as const;

/** A line for each flow: it is written into its cells, so that time moves without rendering. */
export function ReplayTable(props: ReplayTableProps) {
  const { rows, label, timeOf, whenAt, phaseAt, numbersAt } = props;
  const when = useRef<HTMLTableCellElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useReadableFrame((clock) => {
    const time = timeOf(clock);
    write(when.current ?? undefined, whenAt(clock));
    rows.forEach((row, index) => {
      const cells = body.current?.rows[index]?.cells;
      write(cells?.[1], phaseAt(row, time));
      const numbers = numbersAt(row.key, time);
      METRICS.forEach((metric, place) => {
        const value = numbers?.[metric];
        write(cells?.[place + 2], value == null ? ABSENT : formatCount(value));
      });
    });
  });
  return (
    <table className={styles.numbers} aria-label={label}>
      <thead>
        <tr>
          <td ref={when} className={styles.when} />
          <th scope="col">
            <Term name={names.phase.name} definition={names.phase.text} />
          </th>
          {METRICS.map((metric) => (
            <th key={metric} scope="col" className="number">
              <Term name={names[metric].name} definition={names[metric].text} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(({ key, label: name, groupIndex }) => (
          <tr key={key} className={hueClass(groupIndex)}>
            <th scope="row">
              <i className={styles.swatch} />
              <span className="hue-text">{name}</span>
            </th>
            <td />
            {METRICS.map((metric) => (
              <td key={metric} className="number" />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function write(cell: Element | undefined, text: string): void {
  if (cell !== undefined && cell.textContent !== text) cell.textContent = text;
}
