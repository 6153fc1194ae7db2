import { inWords, phaseName } from '@/analysis/series/phases';
import { aligned } from '@/analysis/numbers/shown';
import { EVENT_KINDS } from './events';

import { flowNamer } from './laneRows';
import { truncatedText, type StageRun, type TimeRange } from '../model';
import styles from './table.module.css';

/** So many rows can be read; zoom in for the others. */
const MOST_ROWS = 600;

interface Row {
  readonly time: string;
  readonly flowIndex: number;
  readonly what: string;
  readonly why: string;
}

interface TimelineTableProps {
  readonly run: StageRun;
  readonly range: TimeRange;
  readonly kind: 'phases' | 'events';
}

/** Phases or events of the time in view, with their reasons. */
export function TimelineTable({ run, range, kind }: TimelineTableProps) {
  const all = kind === 'events' ? eventRows(run, range) : phaseRows(run, range);
  const rows = all.slice(0, MOST_ROWS);
  const title = kind === 'events' ? 'Events' : 'Phases';
  const nameOf = flowNamer(run);
  const cut = truncatedText(run);
  return (
    <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          {cut === '' ? title : `${title} ${cut}`}
          {all.length > rows.length
            ? `, the first ${rows.length} of ${all.length}; zoom in for the rest`
            : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">time, s</th>
            <th scope="col">flow</th>
            <th scope="col">{kind === 'events' ? 'event' : 'phase'}</th>
            <th scope="col">reason</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, flowIndex, what, why }, index) => (
            <tr key={index}>
              <td>{time}</td>
              <td>{nameOf(flowIndex)}</td>
              <td>{what}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function eventRows({ events }: StageRun, [from, to]: TimeRange): Row[] {
  return events
    .filter(({ timeSeconds }) => timeSeconds >= from && timeSeconds <= to)
    .map(({ timeSeconds, flowIndex, kind, reason }) => ({
      time: aligned(timeSeconds, 3),
      flowIndex,
      what: EVENT_KINDS[kind] ?? phaseName(kind),
      why: inWords(reason),
    }));
}

function phaseRows({ phases }: StageRun, [from, to]: TimeRange): Row[] {
  return phases
    .filter(({ startSeconds, endSeconds }) => endSeconds >= from && startSeconds <= to)
    .map(({ startSeconds, endSeconds, flowIndex, phase, reason }) => ({
      time: `${aligned(startSeconds, 3)} – ${aligned(endSeconds, 3)}`,
      flowIndex,
      what: phaseName(phase),
      why: inWords(reason),
    }));
}
