import { useMemo } from 'react';

import { followedPace } from '@/analysis/replay/windows';
import type { Run } from '@/api/types';
import { PACES, paceBeside, usePace, writePace, type Pace } from '@/state/pace';

import { replayPathOf } from './replay/replayRun';
import type { ReplayChoice } from './useRunView';

export interface PlayPace {
  readonly pace: Pace;
  readonly onPace: (pace: Pace) => void;
  readonly slower: () => void;
  readonly faster: () => void;
}

/**
 * How fast time is played. Replay has a speed of its own, which a link keeps: at first the fastest
 * at which single packets can be followed. Without replay it is the one that was chosen last.
 */
export function usePlayPace(run: Run | undefined, replay: ReplayChoice): PlayPace {
  const stored = usePace();
  const followed = useMemo(() => {
    if (run === undefined) return stored;
    const pace = followedPace(PACES, replayPathOf(run.scenario));
    return PACES.find((each) => each === pace) ?? stored;
  }, [run, stored]);
  const pace = replay.isOn ? (replay.pace ?? followed) : stored;
  const onPace = replay.isOn ? replay.setPace : writePace;
  return {
    pace,
    onPace,
    slower: () => onPace(paceBeside(pace, -1)),
    faster: () => onPace(paceBeside(pace, 1)),
  };
}
