/** The search of "Refined by simulation", beside the page. Ending this thread cancels it. */
import type { MeasuredTrace } from '@/analysis/imports/types';
import { refine, type Refined } from '@/analysis/refine/refine';
import type { ScenarioRules } from '@/core/complete';
import { flowSeries } from '@/core/flowSeries';
import { CoreInstance } from '@/core/module';

export interface RefineQuestion {
  readonly trace: MeasuredTrace;
  readonly module: WebAssembly.Module;
  readonly rules: ScenarioRules;
  /** Of all flows; null: as the file says. */
  readonly algorithm: string | null;
}

export type RefineAnswer =
  | { readonly runs: number; readonly nearest: number }
  | { readonly refined: Refined }
  | { readonly problem: string };

const SEED = 1;

self.onmessage = ({ data }: MessageEvent<RefineQuestion>) => {
  self.postMessage(answer(data));
};

function answer({ trace, module, rules, algorithm }: RefineQuestion): RefineAnswer {
  try {
    const core = new CoreInstance(module);
    const refined = refine(trace, {
      rules,
      algorithm,
      run: (scenario, isSmoothed) => flowSeries(core, rules, scenario, { seed: SEED, isSmoothed }),
      now_s: () => performance.now() / 1e3,
      onProgress: (runs, nearest) => self.postMessage({ runs, nearest } satisfies RefineAnswer),
    });
    return typeof refined === 'string' ? { problem: refined } : { refined };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
