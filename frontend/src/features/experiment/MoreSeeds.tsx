import { useState } from 'react';

import { formatCount } from '@/analysis/numbers/units';
import { useExtendExperiment, type Experiment } from '@/api/experiments';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

import styles from './experiment.module.css';

interface MoreSeedsProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

/** Asks for more replications of every cell; what is there is not computed again. */
export function MoreSeeds({ experiment, onClose }: MoreSeedsProps) {
  const { id, seeds, cell_count, experiment: definition } = experiment;
  const [text, setText] = useState(String(seeds.length * 2));
  const extend = useExtendExperiment();
  const count = Number(text);
  const isMore = Number.isSafeInteger(count) && count > seeds.length;
  const runs = isMore ? (count - seeds.length) * cell_count : 0;
  const submit = () =>
    extend.mutate(
      {
        id,
        experiment: { ...definition, replications: { ...definition.replications, count } },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog title="More seeds" onClose={onClose}>
      <form
        className={styles.seedsForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (isMore) submit();
        }}
      >
        <label>
          Seeds in each cell
          <input
            autoFocus
            inputMode="numeric"
            aria-invalid={!isMore || undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <p className="quiet small">{`${formatCount(seeds.length)} now. Only missing runs are computed.`}</p>
        {extend.error !== null && <p role="alert">{extend.error.message}</p>}
        <Button type="submit" variant="filled" disabled={!isMore || extend.isPending}>
          {`Add ${formatCount(runs)} runs`}
        </Button>
      </form>
    </Dialog>
  );
}
