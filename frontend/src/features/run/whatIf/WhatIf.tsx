import { useState } from 'react';

import type { Run } from '@/api/types';
import { useAskWhatIf, useWhatIf, useWhatIfOffers } from '@/api/runs/whatIf';
import type { WhatIf as WhatIfAnswer, WhatIfRequest } from '@/api/runs/whatIf';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { Note } from '@/ui/Note';

import { WhatIfChoices } from './WhatIfChoices';
import { WhatIfTable } from './WhatIfTable';

/** The way to what would change if one thing about this run were different. */
export function WhatIf({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  if (run.result === null) return null;
  return (
    <section>
      <h2>What if?</h2>
      <p className="small quiet">
        The same scenario with one change at a time, such as another buffer, over several seeds.
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

/**
 * The changes to choose from and what computing them costs. Nothing is computed until asked; then
 * the answers fill in as the runs end.
 */
function WhatIfDialog({ run, onClose }: WhatIfDialogProps) {
  const offers = useWhatIfOffers(run.id);
  const ask = useAskWhatIf(run.id);
  const [experimentId, setExperimentId] = useState<string | null>(null);
  const table = useWhatIf(experimentId);
  const onAsk = (request: WhatIfRequest) =>
    ask.mutate(request, { onSuccess: ({ experiment_id }) => setExperimentId(experiment_id) });
  const error = ask.error ?? offers.error ?? table.error;
  return (
    <Dialog title="What would change?" onClose={onClose} isWide>
      <p className="small quiet">
        Each line is this scenario with that one change. Everything else stays as it is, including
        every other buffer in bytes. All lines use the same seeds.
      </p>
      {offers.data === undefined ? (
        offers.error === null && <p role="status">Loading the possible changes …</p>
      ) : (
        <WhatIfChoices
          scenario={run.scenario}
          offers={offers.data}
          isPending={ask.isPending}
          onAsk={onAsk}
        />
      )}
      {error !== null && (
        <Note tone="bad" title="The changes could not be computed">
          {error.message}
        </Note>
      )}
      <div className="stack" aria-live="polite">
        {table.data?.seeds_agree === true && <SeedsAgree table={table.data} onAsk={onAsk} />}
        {table.data !== undefined && <WhatIfTable table={table.data} />}
      </div>
    </Dialog>
  );
}

interface SeedsAgreeProps {
  readonly table: WhatIfAnswer;
  readonly onAsk: (request: WhatIfRequest) => void;
}

/** An interval over seeds that hardly differ says nothing about networks nearly the same. */
function SeedsAgree({ table, onAsk }: SeedsAgreeProps) {
  const alterations = table.neighbours.map(({ alteration }) => alteration);
  const isShown =
    alterations.length === 0 ||
    table.arms.some(({ title }) => title === table.neighbours[0]?.title);
  const ask = () => {
    onAsk({ alterations, seed_count: table.seed_count });
  };
  return (
    <Note
      title="The seeds hardly differ"
      action={isShown ? undefined : { label: 'Compute slightly different networks', onClick: ask }}
    >
      The intervals cover the seeds of this exact scenario only. A slightly different network may
      give other numbers.
    </Note>
  );
}
