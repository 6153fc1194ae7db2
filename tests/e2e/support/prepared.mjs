// Prepares the runs, classes and links that the pages and states show.
import {
  getJson,
  giveOwner,
  makeOwner,
  runInPart,
  runToEnd,
  twentyFlows,
  twoFlows,
} from './lab.mjs';

/** Computes what the pages show, and opens one window with runs of its own and one without. */
export async function prepare(base, open, durationSeconds) {
  const owner = makeOwner();
  const scenarios = [
    twoFlows('bbr2', durationSeconds),
    twoFlows('fairtt', durationSeconds),
    twentyFlows(durationSeconds),
  ];
  const [baseline, current, many] = await Promise.all(
    scenarios.map((scenario) => runToEnd(base, owner, scenario)),
  );
  const partial = await runInPart(base, owner, longRun());
  const mine = await open();
  await giveOwner(mine.page.context(), owner);
  const guest = await open();
  const [preset] = await getJson(base, '/presets');
  const lab = { base, mine: mine.page, guest: guest.page, preset };
  return { ...lab, baseline, current, many, partial };
}

function longRun() {
  const scenario = twoFlows('bbr2', 500);
  return { ...scenario, bottleneck: { ...scenario.bottleneck, rate_bps: 1e9 } };
}
