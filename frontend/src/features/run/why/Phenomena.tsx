import { toShortest } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';
import type { Phenomenon, Run } from '@/api/types';
import { usePhenomena } from '@/api/runs/why';
import { Term } from '@/ui/Term';

import { useMayAsk } from '@/opening/curvesFirst';
import { TimeLink } from './TimeLink';
import styles from './why.module.css';

/** More links than this are a list of numbers; the first ones show what it is. */
const MOST_LINKS = 6;
/** So few more are shown as well: counting them would take as much room. */
const FEW = 2;
/** Room around a short time, so that what leads to it and follows from it is in view. */
const AROUND_SECONDS = 1;
/** Of shorter times only the beginning is given. */
const MOMENT_SECONDS = 2;

/** The named phenomena in a run, each with its definition and its times. */
export function Phenomena({ run }: { run: Run }) {
  const mayAsk = useMayAsk();
  const { data } = usePhenomena(run.id, mayAsk && run.status === 'done');
  if (data?.complete !== true) return null;
  const { phenomena, examined_flow_count } = data;
  const flowCount = run.result?.flows.length ?? 0;
  return (
    <section>
      <h2>
        Phenomena{' '}
        <span>
          {[
            examined_flow_count < flowCount
              ? `${examined_flow_count} of ${flowCount} flows examined`
              : '',
            run.result?.events_truncated === true ? 'not all phases and events are kept' : '',
          ]
            .filter(Boolean)
            .join('; ')}
        </span>
      </h2>
      {phenomena.length === 0 && <p className="quiet">No named phenomenon found.</p>}
      <ul className={styles.phenomena}>
        {phenomena.map((found) => (
          <li key={`${found.kind}:${found.flow_indices.join('.')}`} className={styles.sentence}>
            <Term name={found.title} definition={`${found.definition} (${found.source})`} />
            <br />
            {found.sentence} <Times found={found} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Times({ found }: { found: Phenomenon }) {
  const isFew = found.window_count <= MOST_LINKS + FEW;
  const shown = isFew ? found.windows : found.windows.slice(0, MOST_LINKS);
  const more = found.window_count - shown.length;
  return (
    <span className={styles.times}>
      {shown.map(({ from_s, to_s }) => (
        <TimeLink
          key={from_s}
          range={[from_s - AROUND_SECONDS, to_s + AROUND_SECONDS]}
          title={(from: string, to: string) => `Show ${from} to ${to} s`}
        >
          {to_s - from_s < MOMENT_SECONDS
            ? `${aligned(from_s, 1)} s`
            : `${toShortest(Math.round(from_s))} to ${toShortest(Math.round(to_s))} s`}
        </TimeLink>
      ))}
      {more > 0 && (
        <span className="faint">{`first ${shown.length} of ${found.window_count}`}</span>
      )}
    </span>
  );
}
