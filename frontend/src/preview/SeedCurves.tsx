import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import type { Scenario } from '@/api/types';
import { LiveCore, type LiveNews } from '@/core/live';

import styles from './preview.module.css';
import { previewRun, previewWords } from './previewRun';
import { PreviewStage } from './PreviewStage';

/** A run that takes longer is shown as far as it is: a preview is no reason to heat a phone. */
const MOST_MS = 4000;
const PANES = ['throughput', 'queue'] as const;
const TITLE = 'First look: one seed';

interface SeedCurvesProps {
  readonly scenario: Scenario | null;
  readonly fairShareBps: number | undefined;
  readonly title?: string | undefined;
  readonly more?: string | undefined;
}

/** Throughput and queue of seed 1 of a scenario; nothing before there is something. */
export function SeedCurves({ scenario, fairShareBps, title = TITLE, more }: SeedCurvesProps) {
  const news = useLiveRun(scenario);
  const isOld = scenario === null;
  const stage = useMemo(() => {
    const [run] = news?.runs ?? [];
    return news === null || run === undefined
      ? null
      : previewRun({ run, news, isOld, fairShareBps });
  }, [news, isOld, fairShareBps]);
  if (news === null || stage === null) return null;
  return (
    <PreviewStage
      className={styles.stage}
      title={title}
      words={previewWords(news, isOld, more)}
      paneIds={PANES}
      stage={stage}
    />
  );
}

export default SeedCurves;

/** Of a scenario that becomes null the last curves stay. */
function useLiveRun(scenario: Scenario | null): LiveNews | null {
  const queryClient = useQueryClient();
  const [news, setNews] = useState<LiveNews | null>(null);
  const [core] = useState(() => new LiveCore({ queryClient, runCount: 1, mostMs: MOST_MS }));
  useEffect(() => core.open(), [core]);
  useEffect(() => {
    if (scenario === null) core.drop();
    else core.ask([scenario], setNews);
  }, [core, scenario]);
  return news;
}
