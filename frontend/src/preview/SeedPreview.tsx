import { useIntersection } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';

import { modulesIn } from '@/analysis/scenario/modules';
import type { Scenario } from '@/api/types';
import type { Shares } from '@/charts/panes/shares';
import { atRest } from '@/ui/painted';

import styles from './preview.module.css';

const loadCurves = () => import('./SeedCurves');
const SeedCurves = lazy(loadCurves);

/**
 * Starts the run of a scenario for which the page is about to be rendered: the core computes
 * meanwhile. null: there is no preview in sight.
 */
export type StartPreview = ((scenario: Scenario) => void) | null;

interface SeedPreviewProps {
  /** null: there is a problem in it, so nothing is computed. */
  readonly scenario: Scenario | null;
  /** What flows are due (docs/metrics.md); undefined: not known yet. */
  readonly shares?: Shares | undefined;
  /** Where there are several. */
  readonly title?: string;
  /** What gives more than one seed, as the end of a sentence; without it: Run. */
  readonly more?: string;
  /** Set by the preview. */
  readonly startPreview?: React.RefObject<StartPreview>;
}

/**
 * Curves of one seed while a scenario is edited, by the core in this browser. It comes after the
 * page and computes only what is in sight; a page without that core does without.
 */
export function SeedPreview(props: SeedPreviewProps) {
  const { scenario, shares, title, more, startPreview } = props;
  const { ref, entry } = useIntersection<HTMLDivElement>();
  const modules = modulesIn(scenario);
  const isInSight = entry?.isIntersecting === true;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isInSight || isReady) return;
    let isWanted = true;
    void atRest()
      .then(loadCurves)
      .then(
        () => isWanted && setReady(true),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [isInSight, isReady]);
  return (
    <div ref={ref} className={styles.place}>
      {modules.length > 1 && (
        <p className="small quiet">
          No preview: this page computes one WebAssembly module at a time, and the scenario has{' '}
          {modules.length}. Run computes them on the server.
        </p>
      )}
      {isReady && modules.length <= 1 && (
        <Suspense>
          <SeedCurves
            scenario={isInSight ? scenario : null}
            {...{ shares, title, more, startPreview }}
          />
        </Suspense>
      )}
    </div>
  );
}
