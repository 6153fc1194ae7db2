import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { atRest } from '@/ui/painted';

import type { Batch } from './batch';
import { ComparisonStage, type ComparisonStageProps } from './ComparisonStage';
import type { LiveComparison, LiveProps } from './live';
import type { Comparable, Setting } from './setting';

interface LiveStageProps extends ComparisonStageProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly shown: Batch | null;
  readonly titleOf: (algorithm: string) => string;
}

/** The stage: of a setting of which no seed is known, curves by the core in this browser. */
export function LiveStage({ comparable, setting, shown, titleOf, ...stage }: LiveStageProps) {
  const queryClient = useQueryClient();
  const [live, setLive] = useState<LiveComparison | null>(null);
  const [props, setProps] = useState<LiveProps | null>(null);
  useEffect(() => {
    void atRest()
      .then(() => import('./live'))
      .then(
        (live) => setLive(new live.LiveComparison(queryClient, comparable, setProps)),
        // The server's seeds come without it.
        () => undefined,
      );
  }, [queryClient, comparable]);
  useEffect(() => live?.open(), [live]);
  useEffect(() => live?.show(setting, shown, titleOf), [live, setting, shown, titleOf]);
  return <ComparisonStage {...stage} {...props} />;
}
