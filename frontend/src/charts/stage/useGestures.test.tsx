import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { stageGeometry } from './geometry';
import { useGestures } from './useGestures';

const geometry = stageGeometry({ width: 836, height: 300, gutterPx: 0 }, [1], {
  phases: 0,
  limits: 0,
  events: 0,
});
const onLive = vi.fn();

function Surface() {
  const { host } = useGestures({
    geometry,
    range: [0, 100],
    durationSeconds: 100,
    onLive,
    onZoom: () => undefined,
  });
  return <div ref={host} data-testid="surface" />;
}

afterEach(() => {
  vi.useRealTimers();
});

it('takes a turn of the wheel once, also when the wheel has come to rest', () => {
  vi.useFakeTimers();
  render(<Surface />);
  fireEvent.wheel(screen.getByTestId('surface'), { deltaX: 80, deltaY: 0 });
  vi.runAllTimers();
  expect(onLive).toHaveBeenCalledOnce();
});
