import { lazy, Suspense } from 'react';

import type { Run } from '@/api/types';

// After everything that is read first.
const Section = lazy(() =>
  import('./RttPartsSection').then((part) => ({ default: part.RttPartsSection })),
);

/** Where the RTT of a flow goes: nothing of a run that did not end, or that has no record of it. */
export function RttParts({ run }: { readonly run: Run }) {
  if (run.status !== 'done' || run.result === null) return null;
  return (
    <Suspense fallback={null}>
      <Section run={run} />
    </Suspense>
  );
}
