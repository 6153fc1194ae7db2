import { useEffect, useMemo } from 'react';

import { armRun, gridOf } from './arms';
import { batchNumbers } from './batch';
import { armScenarios, averagedOf, type Comparable } from './setting';
import type { Live } from './useLiveCurves';

/** For tests/e2e/measure_live.mjs: these curves are in the document. */
const DRAWN = 'live-curves';

/** What the stage draws of the seed that this browser computes; nothing without one. */
export function useLiveStage(
  comparable: Comparable,
  live: Live | null,
  titleOf: (algorithm: string) => string,
) {
  useEffect(() => {
    if (live === null) return;
    performance.clearMarks(DRAWN);
    performance.mark(DRAWN, { detail: { ...live.setting, isWhole: live.isWhole } });
  }, [live]);
  return useMemo(() => {
    if (live === null) return {};
    const { setting, together, note } = live;
    const { base } = comparable;
    const scenarios = armScenarios(comparable, setting);
    const grids = [0, 1].map((index) => gridOf(base, together.arms[index]));
    const arm = (index: 0 | 1) =>
      armRun({
        scenario: scenarios[index],
        title: titleOf(setting.algorithms[index]),
        known: together.arms[index],
        series: grids[index],
        isBaseline: index === 0,
        isPale: false,
      });
    const batch = { setting, together, underWay: new Map(), firstSeed: new Map(), error: null };
    return {
      arms: [arm(0), arm(1)],
      grids,
      // The means of whole runs are there when the runs are.
      numbers: batchNumbers(batch),
      count: 1,
      averaged: averagedOf(comparable, setting),
      caption: `${base.name}: ${note}`,
      note,
    };
  }, [comparable, live, titleOf]);
}
