import { useMutation, useQueryClient } from '@tanstack/react-query';

import { client } from '@/api/http/client';
import type { Experiment } from '@/api/experiments/experiments';
import { unwrap } from '@/api/http/problem';
import { hasServer } from '@/api/http/transport';
import { ComputeInTab } from '@/steps/ComputeInTab';
import { Checkbox } from '@/ui/fields/Checkbox';

import styles from './experiment.module.css';

/** A switch with which this tab computes the experiment, too; its owner lets others do so. */
export function ComputeHere({ experiment }: { readonly experiment: Experiment }) {
  const { id, status, is_mine: isMine, takes_tabs: takesTabs } = experiment;
  const isPossible = hasServer() && status === 'running' && (isMine || takesTabs);
  return (
    <ComputeInTab experimentId={id} isPossible={isPossible} className={styles.computeHere}>
      {isMine && <OpenToOthers experiment={experiment} />}
    </ComputeInTab>
  );
}

function OpenToOthers({ experiment: { id, takes_tabs } }: { readonly experiment: Experiment }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (takesTabs: boolean) =>
      unwrap(
        client.PUT('/api/remote-work/experiments/{experiment_id}/tabs', {
          params: { path: { experiment_id: id } },
          body: { takes_tabs: takesTabs },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['experiment', id] }),
  });
  return (
    <>
      <Checkbox
        label="Let others compute in theirs"
        checked={change.isPending ? change.variables : takes_tabs}
        onChange={change.mutate}
      />
      {change.error !== null && <p role="alert">{change.error.message}</p>}
    </>
  );
}
