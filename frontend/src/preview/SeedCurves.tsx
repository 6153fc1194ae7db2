import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import { modulesIn } from '@/analysis/scenario/modules';
import { useModuleBytes } from '@/api/modules';
import type { Scenario } from '@/api/types';
import { LiveCore, type LiveNews } from '@/core/live';

import { Note } from '@/ui/Note';

import styles from './preview.module.css';
import { previewRun, previewWords } from './previewRun';
import { PreviewStage } from './PreviewStage';

/** A run that takes longer is shown as far as it is: a preview is no reason to heat a phone. */
const MOST_MS = 4000;
const PANES = ['throughput', 'queue'] as const;
const TITLE = 'First look: one seed';
const NOTHING = { news: null, problem: '' } as const;

interface SeedCurvesProps {
  readonly scenario: Scenario | null;
  readonly fairShareBps: number | undefined;
  readonly title?: string | undefined;
  readonly more?: string | undefined;
}

/**
 * Throughput and queue of seed 1 of a scenario; nothing before there is something. A module that
 * flows run is fetched once.
 */
export function SeedCurves({ scenario, fairShareBps, title = TITLE, more }: SeedCurvesProps) {
  const [name = null] = modulesIn(scenario);
  const own = useModuleBytes(name);
  const isReady = name === null || own.data !== undefined;
  const { news, problem } = useLiveRun(isReady ? scenario : null, name === null ? null : own.data);
  const isOld = scenario === null;
  const stage = useMemo(() => {
    const [run] = news?.runs ?? [];
    return news === null || run === undefined
      ? null
      : previewRun({ run, news, isOld, fairShareBps });
  }, [news, isOld, fairShareBps]);
  const why = own.error === null ? problem : `the module could not be loaded: ${own.error.message}`;
  if (why !== '') {
    return (
      <Note tone="warn" title="No preview">
        {name === null ? why : ownWords(why)}
      </Note>
    );
  }
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

function ownWords(why: string): string {
  const clause = why.charAt(0).toUpperCase() + why.slice(1);
  return `${clause}${/\.$/.test(clause) ? '' : '.'} A run on the server decides.`;
}

/** Of a scenario that becomes null the last curves stay. */
function useLiveRun(scenario: Scenario | null, own: Uint8Array<ArrayBuffer> | null | undefined) {
  const queryClient = useQueryClient();
  const [told, setTold] = useState<{ news: LiveNews | null; problem: string }>(NOTHING);
  const [core] = useState(() => new LiveCore({ queryClient, runCount: 1, mostMs: MOST_MS }));
  useEffect(() => core.open(), [core]);
  useEffect(() => {
    if (scenario === null) core.drop();
    else core.ask([scenario], (news, problem) => setTold({ news, problem }), own ?? null);
  }, [core, scenario, own]);
  return told;
}
