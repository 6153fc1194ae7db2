import { useEffect, useRef, useState } from 'react';

import type { Run } from '@/api/types';
import { useAskWhatIf, useWhatIf, useWhatIfOffers, type WhatIfRequest } from '@/api/whatIf';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Note } from '@/ui/Note';

import { WhatIfChoices } from './WhatIfChoices';
import styles from './whatIf.module.css';
import { WhatIfTable } from './WhatIfTable';

/** The way to what would change if one thing about this run were different. */
export function WhatIf({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  if (run.result === null) return null;
  return (
    <section>
      <h2>What if?</h2>
      <p className="small quiet">
        The same scenario with one thing different: without one of the flows, equal RTTs, another
        buffer.
      </p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        What would change?
      </Button>
      {isOpen && <WhatIfDialog run={run} onClose={() => setOpen(false)} />}
    </section>
  );
}

interface WhatIfDialogProps {
  readonly run: Run;
  readonly onClose: () => void;
}

/** The questions to choose from, then the answers, which fill in as the runs are computed. */
function WhatIfDialog({ run, onClose }: WhatIfDialogProps) {
  const offers = useWhatIfOffers(run.id);
  const ask = useAskWhatIf(run.id);
  const [experimentId, setExperimentId] = useState<string | null>(null);
  const table = useWhatIf(experimentId);
  const onAsk = (request: WhatIfRequest) =>
    ask.mutate(request, { onSuccess: ({ experiment_id }) => setExperimentId(experiment_id) });
  const first = useRef(true);
  useEffect(() => {
    if (offers.data?.is_quick !== true || !first.current) return;
    first.current = false;
    const { offers: offered, seed_count } = offers.data;
    onAsk({ alterations: offered.map(({ alteration }) => alteration), seed_count });
  });
  const error = ask.error ?? offers.error ?? table.error;
  return (
    <Dialog title="What would change?" onClose={onClose} isWide>
      <p className="small quiet">
        Each line is this scenario with that one difference and all else as it is, the size of the
        buffer in bytes included. Every line runs over the same seeds.
      </p>
      {offers.data === undefined ? (
        offers.error === null && <p role="status">Loading the questions …</p>
      ) : (
        <WhatIfChoices
          scenario={run.scenario}
          offers={offers.data}
          isPending={ask.isPending}
          onAsk={onAsk}
        />
      )}
      {error !== null && (
        <Note tone="bad" title="This could not be answered">
          {error.message}
        </Note>
      )}
      <div className={styles.answer} aria-live="polite">
        {table.data !== undefined && <WhatIfTable table={table.data} />}
      </div>
    </Dialog>
  );
}
