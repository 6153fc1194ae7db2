import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { client } from '@/api/client';
import type { Experiment } from '@/api/experiments';
import { unwrap } from '@/api/problem';
import { hasServer } from '@/api/transport';
import { Checkbox } from '@/ui/Checkbox';

import styles from './experiment.module.css';
import { TabWork, type TabNews } from './tabWork';

/** A switch with which this tab computes the experiment, too; its owner lets others do so. */
export function ComputeHere({ experiment }: { readonly experiment: Experiment }) {
  const { id, status, is_mine: isMine, takes_tabs: takesTabs } = experiment;
  const [isOn, turn] = useState(false);
  const isPossible = hasServer() && status === 'running' && (isMine || takesTabs);
  const news = useTabWork(id, isOn && isPossible);
  if (!isPossible) {
    const sent = news?.sentCount ?? 0;
    return isOn && sent > 0 ? (
      <p className="quiet" role="status">{`${countOf(sent, 'run')} computed in this tab.`}</p>
    ) : null;
  }
  return (
    <div className={styles.computeHere}>
      <Checkbox label="Compute in this tab" checked={isOn} onChange={turn} />
      {isMine && <OpenToOthers experiment={experiment} />}
      <p className="small quiet" role="status">
        {news === null || !isOn
          ? 'This computer then computes runs of this experiment while the page is visible.'
          : wordsOf(news)}
      </p>
    </div>
  );
}

function useTabWork(experimentId: string, isOn: boolean): TabNews | null {
  const queryClient = useQueryClient();
  const [news, tell] = useState<TabNews | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    const work = new TabWork(experimentId, queryClient, tell);
    void work.run();
    return () => work.stop();
  }, [experimentId, isOn, queryClient]);
  return news;
}

function wordsOf({ state, sentCount, reason }: TabNews): string {
  const sent = `${countOf(sentCount, 'run')} computed here`;
  switch (state) {
    case 'starting':
      return 'Loading the simulator.';
    case 'computing':
      return `Computing. ${sent}.`;
    case 'waiting':
      return `${sent}. ${reason}`;
    case 'hidden':
      return `Paused while the page is hidden. ${sent}.`;
    case 'battery':
      return `Paused: the battery is below 30% and not charging. ${sent}.`;
    case 'refused':
      return `Stopped. ${reason}`;
  }
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
