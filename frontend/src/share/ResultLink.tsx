import { useMemo } from 'react';

import { resultFragment } from '@/analysis/links/resultLink';
import { hasServer } from '@/api/http/transport';
import type { Run } from '@/api/types';

import { addressOf } from './address';
import { CopyField } from './CopyField';
import { frameOf } from './frame';

interface ResultLinkProps {
  readonly run: Run;
  /** The parameters of the run's page. */
  readonly view: string;
}

/** The link that holds a run and what it gave; null where it has not given anything yet. */
export function ResultLink({ run, view }: ResultLinkProps) {
  const fragment = useMemo(() => fragmentOf(run, view), [run, view]);
  if (fragment === null) return null;
  return (
    <>
      <CopyField label="Link that holds the result" text={addressOf(`/linked${fragment}`)} />
      <p className="small faint">
        Settings, seed, view and the digests of the result: anyone who opens it, in any lab or on a
        site without a server, computes the run again and sees whether it is the same.
      </p>
      {!hasServer() && (
        <>
          <CopyField
            label="To show it inside another page"
            text={frameOf(addressOf(`/embed/run${fragment}`))}
          />
          <p className="small faint">
            The frame computes the run in the reader’s browser, from the files of this site. Its
            plots come if the digests are equal.
          </p>
        </>
      )}
    </>
  );
}

function fragmentOf({ scenario, seed, result }: Run, view: string): string | null {
  if (result?.behaviour_version == null) return null;
  return resultFragment({
    content: scenario,
    seed,
    view,
    behaviourVersion: result.behaviour_version,
    seriesDigest: result.series_digest,
    summaryDigest: result.summary_digest,
  });
}
