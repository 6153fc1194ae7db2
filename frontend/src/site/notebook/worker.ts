/** Python and the core of a notebook, in a thread of its own that the page ends and starts anew. */
import type { Scenario } from '@/api/types';
import { readWholeChunk, type CoreChunk } from '@/core/chunk';
import { completeScenario } from '@/core/complete';
import { CoreInstance, CoreTrap } from '@/core/module';
import { planOf } from '@/core/plan';
import type { CauseRecord } from '@/core/causes';

import { coreNumbers } from '../coreNumbers';
import { readSeries, type SampledRun } from '../series';
import { readTimeline } from '../timeline';
import { startPython } from '../python/start';
import { enterSandbox } from './sandbox';
import type { Output } from './format';
import type { CellAsked, NotebookBegin, NotebookNews } from './messages';

const START = `
import sys
from lab.site import notebook
from lab.site.shown import Cells
from lab_page import core, emit
notebook.use_page(core)
sys.modules["fairtt_lab"] = notebook
Cells(emit).run
`;

type RunCell = (source: string, number: number) => 'ok' | 'error';

/** What is JavaScript's is the page's own: Python keeps nothing of it but what computes. */
const CLOSE = `
import sys
from pyodide.ffi import JsProxy
for name, module in list(sys.modules.items()):
    if name.split(".")[0] in ("pyodide", "_pyodide"):
        for key, value in list(vars(module).items()):
            if isinstance(value, JsProxy):
                setattr(module, key, None)
for name in ("js", "pyodide_js", "lab_page"):
    sys.modules.pop(name, None)
`;

interface Held {
  readonly run: SampledRun;
  readonly chunks: readonly CoreChunk[];
  readonly causes: CauseRecord | null;
}

const send = self.postMessage.bind(self);
const post = (news: NotebookNews) => send(news);
let starting: Promise<RunCell> | null = null;
let running = Promise.resolve();
let present = 0;

self.onmessage = ({ data }: MessageEvent<NotebookBegin | CellAsked>) => {
  if ('folder' in data) {
    starting = start(data);
    starting.then(() => post({ isReady: true }), complain);
  } else if (starting !== null) {
    const ready = starting;
    running = running.then(() => runCell(ready, data)).catch(complain);
  }
};

function complain(error: unknown) {
  post({ problem: error instanceof Error ? error.message : String(error) });
}

async function runCell(ready: Promise<RunCell>, { source, number }: CellAsked) {
  const run = await ready;
  present = number;
  post({ number, ended: run(source, number) });
}

async function start(begin: NotebookBegin): Promise<RunCell> {
  const python = await startPython(begin.folder);
  const emit = (text: string) => post({ number: present, output: JSON.parse(text) as Output });
  python.registerJsModule('lab_page', { core: pageCore(begin), emit });
  const run = python.runPython(START) as RunCell;
  for (const name of ['js', 'pyodide_js', 'lab_page']) python.unregisterJsModule(name);
  python.runPython(CLOSE);
  enterSandbox();
  return run;
}

/** As `PageCore` in backend/lab/site/notebook.py. */
function pageCore({ module, rules, cases }: NotebookBegin) {
  let core = new CoreInstance(module);
  const held = new Map<number, Held>();
  let last = 0;
  const heldOf = (number: number) => {
    const found = held.get(number);
    if (found === undefined) throw new Error('The run is gone.');
    return found;
  };
  const asJson = (answer: () => unknown) => {
    try {
      return JSON.stringify(answer());
    } catch (error) {
      // A core that met a broken invariant is thrown away.
      if (error instanceof CoreTrap) core = new CoreInstance(module);
      return JSON.stringify({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    compute: (text: string, seed: number) =>
      asJson(() => {
        const scenario = completeScenario(rules, JSON.parse(text)) as unknown as Scenario;
        const chunks: CoreChunk[] = [];
        const result = core.run(planOf(rules, scenario), seed, {
          wantsCauses: true,
          onChunk: (bytes) => void chunks.push(readWholeChunk(bytes)),
        });
        last += 1;
        const run: SampledRun = { id: '', status: 'done', scenario };
        held.set(last, { run, chunks, causes: result.causes });
        return { run: last, core: coreNumbers(result) };
      }),
    series: (number: number, query: string) =>
      asJson(() => {
        const { run, chunks } = heldOf(number);
        return readSeries(run, chunks, new URLSearchParams(query));
      }),
    timeline: (number: number) =>
      asJson(() => {
        const { run, chunks } = heldOf(number);
        return readTimeline(run, chunks, new URLSearchParams());
      }),
    causes: (number: number) => asJson(() => heldOf(number).causes),
    forget: (number: number) => void held.delete(number),
    progress: (done: number, of: number) => post({ number: present, progress: { done, of } }),
    cases: () => cases,
  };
}
