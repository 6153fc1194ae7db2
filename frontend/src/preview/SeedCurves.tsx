import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { createCursor } from '@/analysis/replay/clock';
import type { Scenario } from '@/api/types';
import type { TimeRange } from '@/charts/model';
import { buildPanes } from '@/charts/panes/panes';
import { Stage } from '@/charts/stage/Stage';
import { LiveCore, type LiveNews } from '@/core/live';
import { Picturable } from '@/pictures/Picturable';

import styles from './preview.module.css';
import { previewRun, previewWords } from './previewRun';

/** A run that takes longer is shown as far as it is: a preview is no reason to heat a phone. */
const MOST_MS = 4000;
const PANES = ['throughput', 'queue'] as const;
const NO_LANES = [] as const;
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
  const [clock] = useState(createCursor);
  const [zoom, setZoom] = useState<TimeRange | null>(null);
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
      <Picturable className={styles.stage} title={TITLE} caption={`${TITLE}. ${words}`} isElastic>
        <Stage
          clock={clock}
          panes={drawn.panes}
          lanes={NO_LANES}
          runs={[drawn.stage]}
          range={zoom ?? [0, drawn.stage.facts.durationSeconds]}
          onZoom={(from, to) => setZoom([Math.max(0, from), to])}
          onReset={() => setZoom(null)}
          label={TITLE}
          isLight
        />
      </Picturable>
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
