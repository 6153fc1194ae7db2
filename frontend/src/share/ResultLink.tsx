import { useMemo } from 'react';

import { resultFragment } from '@/analysis/links/resultLink';
import type { Run } from '@/api/types';

import { addressOf } from './address';
import { CopyField } from './CopyField';

interface ResultLinkProps {
  readonly run: Run;
  /** The parameters of the run's page. */
  readonly view: string;
}

/** The link that holds a run and what it gave; null where it has not given anything yet. */
export function ResultLink({ run, view }: ResultLinkProps) {
  const link = useMemo(() => linkOf(run, view), [run, view]);
  if (link === null) return null;
  return (
    <>
      <CopyField label="Link that holds the result" text={link} />
      <p className="small faint">
        Settings, seed, view and the digests of the result: whoever opens it, in any lab or on a
        site without a server, computes the run again and is told whether it is the same.
      </p>
    </>
  );
}

function linkOf({ scenario, seed, result }: Run, view: string): string | null {
  if (result?.behaviour_version == null) return null;
  const fragment = resultFragment({
    content: scenario,
    seed,
    view,
    behaviourVersion: result.behaviour_version,
    seriesDigest: result.series_digest,
    summaryDigest: result.summary_digest,
  });
  return addressOf(`/linked${fragment}`);
}
