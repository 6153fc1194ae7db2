import { lazy, Suspense, type ComponentProps } from 'react';

import { BOTTLENECK_ID, flowsOverLink, linkNames } from '@/analysis/scenario/network/links';
import { Note } from '@/ui/Note';

// The replay loads only when it is opened.
const Replay = lazy(() => import('./Replay').then((part) => ({ default: part.Replay })));

/** Replay, loaded when it is opened, of the link that is chosen. */
export function LazyReplay(props: ComponentProps<typeof Replay>) {
  const { run, linkIndex } = props;
  const names = linkNames(run.scenario);
  // An address may name a link that the run does not have.
  const shown = names[linkIndex] === undefined ? 0 : linkIndex;
  const id = names[shown] ?? BOTTLENECK_ID;
  if (flowsOverLink(run.scenario, id) === 0) {
    const hasAcks = run.scenario.flows.some(({ return_path }) => return_path.includes(id));
    return (
      <Note title={`There is no replay of ${id}.`}>
        {hasAcks
          ? 'No data passes this link, and for the ACKs in its queue only the bytes are recorded.'
          : 'Nothing passes this link.'}{' '}
        Choose another link above the plots; they show this one over time.
      </Note>
    );
  }
  return (
    <Suspense fallback={null}>
      <Replay key={shown} {...props} linkIndex={shown} />
    </Suspense>
  );
}
