import { beforeEach, expect, it, vi } from 'vitest';

import { FakeEventSource } from '#tests/fakeApi';

import { followClass, followRuns } from './pageStream';

const CLASS = '/api/classes/c/events?of=control&attempt=a';
const ignore = () => undefined;
const urls = () => FakeEventSource.opened.filter(({ isClosed }) => !isClosed).map(({ url }) => url);
/** What begins and ends in the same moment has been settled. */
const settled = () => Promise.resolve();

let stops: (() => void)[] = [];
const follow = (stop: () => void) => {
  stops.push(stop);
  return stop;
};

beforeEach(async () => {
  stops.forEach((stop) => stop());
  stops = [];
  await settled();
  FakeEventSource.opened.length = 0;
});

it('follows a class and the runs of several parts of a page over one stream', async () => {
  const heard = { change: vi.fn(), one: vi.fn(), two: vi.fn() };
  follow(followClass(CLASS, heard.change));
  follow(followRuns(['r1'], heard.one));
  follow(followRuns(['r2', 'r1'], heard.two));
  await settled();
  expect(urls()).toEqual([`${CLASS}&run=r1&run=r2`]);
  const [stream] = FakeEventSource.opened;
  stream?.say('progress', { run_id: 'r2' });
  stream?.say('end', { run_id: 'r1' });
  stream?.say('change', { control_revision: 2 });
  expect(heard.one.mock.calls).toEqual([[{ run_id: 'r1' }]]);
  expect(heard.two.mock.calls).toEqual([[{ run_id: 'r2' }], [{ run_id: 'r1' }]]);
  expect(heard.change.mock.calls).toEqual([['{"control_revision":2}']]);
});

it('opens another stream in the place of the first for a run that came later', async () => {
  follow(followClass(CLASS, ignore));
  await settled();
  expect(urls()).toEqual([CLASS]);
  follow(followRuns(['r1'], ignore));
  await settled();
  expect(urls()).toEqual([`${CLASS}&run=r1`]);
});

it('keeps its stream when a run is over, and closes it when nothing is followed', async () => {
  const leave = follow(followClass(CLASS, ignore));
  const stop = follow(followRuns(['r1'], ignore));
  await settled();
  stop();
  await settled();
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(urls()).toHaveLength(1);
  leave();
  await settled();
  expect(urls()).toEqual([]);
});

it('asks only for what is followed still when a stream is refused', async () => {
  vi.useFakeTimers();
  follow(followClass(CLASS, ignore));
  const stop = follow(followRuns(['r1'], ignore));
  await settled();
  stop();
  await settled();
  FakeEventSource.opened[0]?.fail();
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([`${CLASS}&run=r1`, CLASS]);
});
