/** A round of a game as a stage, and the same content as text. Pure. */
import { t } from '@lingui/core/macro';

import { toShortest } from '@/analysis/numbers/units';
import type { Values } from '@/analysis/series/series';
import type { GameRound } from '@/api/classes/games';
import { toGrid } from '@/api/runs/series';
import type { Pane } from '@/charts/model';
import { buildPanes, PEAK_MEANING } from '@/charts/panes/panes';
import { plainStage } from '@/charts/panes/plainStage';
import type { GameStepFile } from '@/steps/labFile';

/** The stage of a round. Hues follow the place of a flow, and nothing else is known of it. */
export function gameStage(step: GameStepFile, round: GameRound) {
  const { series, buffer_bytes } = round;
  const run = plainStage({
    scenario: step.scenario,
    title: t`Round ${round.index + 1}`,
    run: {
      id: `${step.id}:${round.index}`,
      result: buffer_bytes === null ? null : { link: { buffer_bytes } },
    },
    series: series === null ? undefined : toGrid(series),
    phases: [],
    simulatedSeconds: round.simulated_s,
  });
  return { run, panes: buildPanes(['throughput', 'queue'], [run]).map(withoutPeaks) };
}

/** A round does not show the highest queue within a bucket. */
function withoutPeaks(pane: Pane): Pane {
  if (pane.id !== 'queue') return pane;
  return {
    ...pane,
    lines: pane.lines.filter(({ isArea }) => !isArea),
    unit: pane.unit.replace(PEAK_MEANING, ''),
  };
}

/** `Queue: 18 packets on average, 0 to 33.` of every line, for users who do not see the plot. */
export function stageWords(panes: readonly Pane[]): string {
  return panes
    .flatMap((pane) =>
      pane.lines.map((line) => {
        const flow = line.name ?? line.label ?? '';
        const what = pane.id === 'queue' ? pane.title : t`${pane.title} of ${flow}`;
        const found = spread(line.values);
        return found === null
          ? ''
          : t`${what}: ${text(found.mean)} ${pane.shortUnit} on average, ${text(found.least)} to ${text(found.most)}.`;
      }),
    )
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const text = (value: number) => toShortest(Number(value.toPrecision(2)));

function spread(values: Values) {
  const known = values.filter((value): value is number => value !== null);
  if (known.length === 0) return null;
  return {
    mean: known.reduce((sum, value) => sum + value, 0) / known.length,
    least: known.reduce((a, b) => Math.min(a, b)),
    most: known.reduce((a, b) => Math.max(a, b)),
  };
}
