import { lazy, Suspense, use, useMemo, useState } from 'react';

import { createCursor } from '@/analysis/replay/clock';
import { usePresets } from '@/api/catalog';
import type { Scenario } from '@/api/types';
import { Button } from '@/ui/Button';

import type { DebugText } from './compiler/useCompiled';
import { withAlgorithm } from './firstScenario';
import { StepOfLabContext } from './stepOfLab';

const Preview = lazy(() => import('./preview/Preview'));
const StepPart = lazy(() => import('./step/StepPart'));
const NONE: readonly string[] = [];

interface TriedPartProps {
  /** null: the text has no module now. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly text: string;
  readonly debug: DebugText | null;
  /** null: no step is shown. */
  readonly watches: readonly string[] | null;
  readonly onWatches: (watches: readonly string[] | null) => void;
  /** Lines of the text that ran in the shown step. */
  readonly onLines: (lines: readonly number[]) => void;
  readonly onGoTo: (line: number) => void;
}

/** The algorithm in a first scenario, or in a lab's: its curves, and its events one by one. */
export function TriedPart(props: TriedPartProps) {
  const { bytes, text, debug, watches, onWatches, onLines, onGoTo } = props;
  const scenario = useFirstScenario();
  const [clock] = useState(() => createCursor());
  const [pointed, setPointed] = useState<{ readonly seconds: number } | null>(null);
  const [kept, setKept] = useState(NONE);
  const [isWanted, setWanted] = useState(false);
  if (bytes !== null && !isWanted) setWanted(true);
  if (scenario === null) return null;
  const change = (next: readonly string[]) => {
    setKept(next);
    onWatches(next);
  };
  const close = () => {
    setPointed(null);
    onWatches(null);
  };
  return (
    <>
      {isWanted && (
        <Suspense>
          <Preview
            bytes={bytes}
            scenario={scenario}
            clock={clock}
            onPoint={(seconds) => watches !== null && setPointed({ seconds })}
          />
        </Suspense>
      )}
      {watches === null ? (
        <Button size="xs" disabled={bytes === null} onClick={() => onWatches(kept)}>
          Step through, event by event
        </Button>
      ) : (
        <Suspense>
          <StepPart
            scenario={scenario}
            debug={debug}
            text={text}
            clock={clock}
            pointed={pointed}
            watches={watches}
            onWatches={change}
            onLines={onLines}
            onGoTo={onGoTo}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * That of the lab's step, or the builder's first one with the algorithm in its first group; null:
 * not known yet.
 */
function useFirstScenario(): Scenario | null {
  const step = use(StepOfLabContext);
  const preset = usePresets().data?.[0]?.variants[0]?.scenario;
  const first = useMemo(
    () => (preset === undefined ? null : withAlgorithm(preset, 'wasm:preview', 'this algorithm')),
    [preset],
  );
  return step?.scenario ?? first;
}
