import { useQueryClient } from '@tanstack/react-query';
import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { modulesIn } from '@/analysis/scenario/modules';
import { useModuleBytes } from '@/api/algorithms/modules';
import type { Scenario } from '@/api/types';
import type { Shares } from '@/charts/panes/shares';
import { drawAtOnce, LiveCore, markDrawn, mostSeedsHere, type LiveNews } from '@/core/live';

import { Note } from '@/ui/Note';

import styles from './preview.module.css';
import { previewRun, previewWords, seedsSentence } from './previewRun';
import { PreviewStage } from './PreviewStage';
import type { StartPreview } from './SeedPreview';

/** A run that takes longer is shown as far as it is: a preview is no reason to heat a phone. */
const MOST_MS = 4000;
const PANES = ['throughput', 'queue'] as const;
const TITLE = 'First look';
const NOTHING: Shown = { news: null, problem: '', title: '' };

interface Shown {
  readonly news: LiveNews | null;
  readonly problem: string;
  readonly title: string;
}

interface SeedCurvesProps {
  readonly scenario: Scenario | null;
  readonly shares: Shares | undefined;
  readonly title?: string | undefined;
  readonly more?: string | undefined;
  readonly startPreview?: React.RefObject<StartPreview> | undefined;
}

/**
 * Throughput and queue of seed 1 of a scenario, of a few more while nothing is edited; nothing
 * before there is something. A module that flows run is fetched once.
 */
export function SeedCurves(props: SeedCurvesProps) {
  const { scenario, shares, title = TITLE, more, startPreview } = props;
  const [name = null] = modulesIn(scenario);
  const own = useModuleBytes(name);
  const isReady = name === null || own.data !== undefined;
  const asked = {
    scenario: isReady ? scenario : null,
    own: name === null ? null : own.data,
    title,
    startPreview,
  };
  const { news, problem, title: shownTitle } = useLiveRun(asked);
  const isOld = scenario === null;
  const stage = useMemo(() => {
    const [run] = news?.runs ?? [];
    return news === null || run === undefined ? null : previewRun({ run, news, isOld, shares });
  }, [news, isOld, shares]);
  useLayoutEffect(() => {
    if (news !== null) markDrawn(news);
  }, [news]);
  const why = own.error === null ? problem : `the module could not be loaded: ${own.error.message}`;
  if (why !== '') {
    return (
      <Note tone="warn" title="No preview">
        {ownWords(why)}
      </Note>
    );
  }
  if (news === null || stage === null) return null;
  return (
    <PreviewStage
      className={styles.stage}
      title={shownTitle}
      words={previewWords(news, isOld, more)}
      paneIds={PANES}
      stage={stage}
      bandText={bandText(news)}
    >
      {seedsSentence(news) !== '' && <p className={styles.said}>{seedsSentence(news)}</p>}
    </PreviewStage>
  );
}

export default SeedCurves;

function bandText({ further }: LiveNews): string {
  if (further.length === 0) return 'one seed';
  return `mean of ${countOf(further.length + 1, 'seed')}, band: lowest to highest`;
}

function ownWords(why: string): string {
  const clause = why.charAt(0).toUpperCase() + why.slice(1);
  return `${clause}${/\.$/.test(clause) ? '' : '.'} A run on the server decides.`;
}

interface Asked {
  readonly scenario: Scenario | null;
  readonly own: Uint8Array<ArrayBuffer> | null | undefined;
  /** Of this scenario: curves keep the title that they were asked for with. */
  readonly title: string;
  readonly startPreview: SeedCurvesProps['startPreview'];
}

/** Of a scenario that becomes null the last curves stay. */
function useLiveRun({ scenario, own, title, startPreview }: Asked) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [core] = useState(
    () => new LiveCore({ queryClient, runCount: 1, mostMs: MOST_MS, mostSeeds: mostSeedsHere() }),
  );
  useEffect(() => core.open(), [core]);
  const show = useCallback((next: Shown) => {
    // Further seeds come when the hand rests, and leave what it does next the way.
    if (next.news?.further.length === 0) drawAtOnce(() => setShown(next));
    else startTransition(() => setShown(next));
  }, []);
  const started = useRef<Scenario | null>(null);
  // Before the page is painted: the worker begins meanwhile.
  useLayoutEffect(() => {
    if (scenario === null) core.leave();
    else if (scenario !== started.current) core.ask([scenario], said, own ?? null);
    started.current = null;
    const start: StartPreview = (next) => {
      // Of a module the bytes have to be there.
      if (modulesIn(next).length > 0) return;
      started.current = next;
      core.ask([next], said, null);
    };
    if (startPreview !== undefined) startPreview.current = scenario === null ? null : start;
    // What is asked before the check has ended may be none that the core can compute. The check
    // says why; until then the last curves stay.
    function said(news: LiveNews | null, problem: string) {
      if (news !== null || own != null) show({ news, problem, title });
    }
    return () => {
      if (startPreview !== undefined) startPreview.current = null;
    };
  }, [core, scenario, own, title, show, startPreview]);
  return shown;
}
