import { describe, expect, it } from 'vitest';

import { StepRecorder, type StepsAsked } from './steps';

const ASKED: StepsAsked = {
  connection: 0,
  from: { index: 1000 },
  before: 200,
  after: 50,
  functions: ['ccsim_on_ack'],
  variables: [],
  watches: [],
};

/** A module without lines, which counts how often it is read. */
function counted() {
  const reads = { count: 0 };
  const exports = {
    memory: new WebAssembly.Memory({ initial: 1 }),
    ccsim_begin_lines: () => 0,
    ccsim_lines: () => 0,
    ccsim_line_count: () => {
      reads.count += 1;
      return 0;
    },
  };
  return { reads, exports };
}

/** Every third event is an ACK, at one ns each. */
function run(recorder: StepRecorder, eventCount: number) {
  const { reads, exports } = counted();
  recorder.begin(0, exports);
  for (let index = 0; index < eventCount && !recorder.isFull; ++index) {
    const name = index % 3 === 0 ? 'ccsim_on_ack' : 'ccsim_on_sent';
    recorder.call(0, name, [BigInt(index)], () => 10n);
  }
  return { read: recorder.recorded(''), reads: reads.count };
}

const indexesOf = ({ steps }: { readonly steps: readonly { readonly index: number }[] }) =>
  steps.map(({ index }) => index);

describe('where steps are', () => {
  it('is found without reading one, and only those that are kept are read', () => {
    const whole = run(new StepRecorder(ASKED), 3000);
    expect(whole.reads).toBe(334 + 50);
    const finder = new StepRecorder(ASKED, null);
    expect(run(finder, 3000).reads).toBe(0);
    expect(finder.firstKept).toBe(402);
    const kept = run(new StepRecorder(ASKED, finder.firstKept), 3000);
    expect(kept.reads).toBe(200 + 50);
    expect(kept.read).toEqual(whole.read);
    expect(indexesOf(kept.read)).toHaveLength(250);
    expect(kept.read.hasEarlier).toBe(true);
  });

  it.each([
    [{ before: 0 }, 3000],
    [{ from: { timeNs: 4n } }, 3000],
    [{ from: { index: 2 } }, 3000],
    // The run ends before it.
    [{}, 300],
    [{ before: 0 }, 300],
    [{ functions: [] }, 3000],
  ])('is the same for %o in a run of %i events', (more, eventCount) => {
    const asked = { ...ASKED, ...more };
    const finder = new StepRecorder(asked, null);
    run(finder, eventCount);
    const kept = run(new StepRecorder(asked, finder.firstKept), eventCount);
    expect(kept.read).toEqual(run(new StepRecorder(asked), eventCount).read);
  });
});
