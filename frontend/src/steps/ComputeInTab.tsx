import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import type { TabNews, TabWork } from '@/core/tabWork';
import { Checkbox } from '@/ui/fields/Checkbox';

interface ComputeInTabProps {
  readonly experimentId: string;
  /** The lab has work of this experiment for this browser. */
  readonly isPossible: boolean;
  /** What else stands beside the switch. */
  readonly children?: React.ReactNode;
  readonly className: string | undefined;
}

/** A switch with which this tab computes an experiment: off by default. */
export function ComputeInTab(props: ComputeInTabProps) {
  const { experimentId, isPossible, children, className } = props;
  const [isOn, turn] = useState(false);
  const news = useTabWork(experimentId, isOn && isPossible);
  if (!isPossible) {
    const sent = news?.sentCount ?? 0;
    return isOn && sent > 0 ? (
      <p className="quiet" role="status">{t`${countOf(sent, 'run')} computed in this tab.`}</p>
    ) : null;
  }
  return (
    <div className={className}>
      <Checkbox label={t`Compute in this tab`} checked={isOn} onChange={turn} />
      {children}
      <p className="small quiet" role="status">
        {news === null || !isOn
          ? t`This computer then computes runs of this experiment while the page is visible.`
          : wordsOf(news)}
      </p>
    </div>
  );
}

function useTabWork(experimentId: string, isOn: boolean): TabNews | null {
  const queryClient = useQueryClient();
  const [news, setNews] = useState<TabNews | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    let work: TabWork | null = null;
    let isOver = false;
    // The simulator is loaded by those who compute.
    void import('@/core/tabWork').then((module) => {
      if (isOver) return;
      work = new module.TabWork(experimentId, queryClient, setNews);
      void work.run();
    });
    return () => {
      isOver = true;
      work?.stop();
    };
  }, [experimentId, isOn, queryClient]);
  return news;
}

function wordsOf({ state, sentCount, reason }: TabNews): string {
  const sent = t`${countOf(sentCount, 'run')} computed here`;
  switch (state) {
    case 'starting':
      return t`Loading the simulator.`;
    case 'computing':
      return t`Computing. ${sent}.`;
    case 'waiting':
      return `${sent}. ${reason}`;
    case 'hidden':
      return t`Paused while the page is hidden. ${sent}.`;
    case 'battery':
      return t`Paused: the battery is below 30% and not charging. ${sent}.`;
    case 'refused':
      return t`Stopped. ${reason}`;
  }
}
