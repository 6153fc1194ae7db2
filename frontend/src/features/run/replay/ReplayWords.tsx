import { toShortest } from '@/analysis/numbers/units';
import { replayText } from '@/messages/replay';
import { Note } from '@/ui/Note';

import styles from './replay.module.css';
import type { ReplayMode } from './replayMode';
import type { ReplayTraffic } from './useReplayTraffic';

interface ReplayWordsProps {
  readonly mode: ReplayMode;
  readonly part: ReplayTraffic;
}

/** What is drawn and why no more of it. */
export function ReplayWords({ mode, part }: ReplayWordsProps) {
  if (mode === 'failed') {
    return (
      <div className={styles.failed}>
        <Note
          tone="bad"
          title={replayText.failed}
          action={{ label: replayText.retry, onClick: part.retry }}
        >
          {part.error}
        </Note>
      </div>
    );
  }
  return <p className={styles.mode}>{wordsOf(mode, part)}</p>;
}

function wordsOf(mode: Exclude<ReplayMode, 'failed'>, { loading }: ReplayTraffic): string {
  if (mode !== 'computing') return replayText.modes[mode];
  if (loading === null) return replayText.waiting;
  return replayText.computing(toShortest(loading[0]), toShortest(loading[1]));
}
