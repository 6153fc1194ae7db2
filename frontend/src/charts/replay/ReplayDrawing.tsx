import { useMemo, useRef } from 'react';

import type { CursorState, CursorStore } from '@/analysis/replay/clock';
import type { PathScenario } from '@/analysis/scenario/network/path';
import { replayScene } from '@/analysis/replay/scene';

import { useMomentFrame } from '../moment';
import styles from './replay.module.css';
import { paintReplay, type ReplayFrame } from './replayPaint';
import { ReplayPath } from './ReplayPath';
import { useDrawing } from '../useDrawing';

interface ReplayDrawingProps {
  readonly path: PathScenario;
  readonly bufferPackets: number;
  readonly clock: CursorStore;
  /** What is to be seen where the clock stands. */
  readonly frameAt: (state: CursorState) => ReplayFrame;
  readonly label: string;
  /** One of several below one another. */
  readonly isLow?: boolean;
}

/** The path with its packets at the clock: painted once for each frame in which time has moved. */
export function ReplayDrawing(props: ReplayDrawingProps) {
  const { path, bufferPackets, clock, frameAt, label, isLow = false } = props;
  const { ref, width, palette } = useDrawing();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useMemo(
    () => (width === 0 ? null : replayScene(path, bufferPackets, width, isLow)),
    [path, bufferPackets, width, isLow],
  );
  useMomentFrame(clock, (state) => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || scene === null) return;
    const ratio = window.devicePixelRatio || 1;
    fit(element, scene.width, scene.height, ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintReplay(context, scene, frameAt(state), palette);
  });
  return (
    <div ref={ref} className={styles.box} style={{ height: scene?.height }}>
      {scene !== null && (
        <>
          <ReplayPath path={path} scene={scene} bufferPackets={bufferPackets} label={label} />
          <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
        </>
      )}
    </div>
  );
}

/** Setting the size of a canvas clears it and costs time: only if it has changed. */
function fit(element: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const wide = Math.round(width * ratio);
  const high = Math.round(height * ratio);
  if (element.width === wide && element.height === high) return;
  element.width = wide;
  element.height = high;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}
