import { lazy, Suspense, type ComponentProps } from 'react';

// Who never opens it does not load it.
const Replay = lazy(() => import('./replay/Replay').then((part) => ({ default: part.Replay })));

/** Replay, loaded when it is opened. */
export function LazyReplay(props: ComponentProps<typeof Replay>) {
  return (
    <Suspense fallback={null}>
      <Replay {...props} />
    </Suspense>
  );
}
