import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import type { Scenario } from '@/api/types';
import { buildPanes } from '@/charts/panes/panes';
import { LiveCore, type LiveNews } from '@/core/live';
import { StageCard, useStageView } from '@/stage/StageCard';

import styles from './preview.module.css';
import { previewRun, previewWords } from './previewRun';

/** A run that takes longer is shown as far as it is: a preview is no reason to heat a phone. */
const MOST_MS = 4000;
const PANES = ['throughput', 'queue'] as const;
const OPTIONS = {
  curves: 'flows',
  isGoodput: false,
  hasSsthresh: false,
  bandText: 'one seed',
} as const;
const TITLE = 'First look: one seed';

interface SeedCurvesProps {
  readonly scenario: Scenario | null;
  readonly fairShareBps: number | undefined;
}

/** Throughput and queue of seed 1 of a scenario; nothing before there is something. */
export function SeedCurves({ scenario, fairShareBps }: SeedCurvesProps) {
  const news = useLiveRun(scenario);
  const isOld = scenario === null;
  const view = useStageView();
  const drawn = useMemo(() => {
    const [run] = news?.runs ?? [];
    if (news === null || run === undefined) return null;
    const stage = previewRun({ run, news, isOld, fairShareBps });
    return { stage, panes: buildPanes(PANES, [stage], OPTIONS) };
  }, [news, isOld, fairShareBps]);
  if (news === null || drawn === null) return null;
  const words = previewWords(news, isOld);
  return (
    <section>
      <h2>{TITLE}</h2>
      <p className="small quiet">{words}</p>
      <StageCard
        className={styles.stage}
        view={view}
        durationSeconds={drawn.stage.facts.durationSeconds}
        panes={drawn.panes}
        runs={[drawn.stage]}
        label={TITLE}
        caption={`${TITLE}. ${words}`}
        isLight
      />
    </section>
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
