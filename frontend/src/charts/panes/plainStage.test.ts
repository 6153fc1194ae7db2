import { describe, expect, it } from 'vitest';

import { groupedStage, plainSubjects } from './plainGroups';
import { plainStage, type PlainScenario } from './plainStage';
import { dueOf } from './shares';

const scenario = (...counts: number[]): PlainScenario => ({
  duration_s: 10,
  packet_bytes: 1000,
  sample_interval_s: 0.1,
  bottleneck: { rate_bps: 1e7 },
  flows: counts.map((count, index) => ({ label: `group ${index}`, count, rtt_s: 0.04 })),
});
const parts = {
  title: 'a run',
  run: undefined,
  series: undefined,
  phases: [],
  simulatedSeconds: 0,
};

describe('a plain stage', () => {
  it('asks for every flow where each group has one', () => {
    expect(plainSubjects(scenario(1, 1))).toEqual({ hasGroups: false, flowIndices: [0, 1] });
  });

  it('asks for groups where one has several, as flow 1 may be of the first', () => {
    const subjects = plainSubjects(scenario(5, 1));
    expect(subjects).toEqual({ hasGroups: true, flowIndices: [] });
    const { flows, groups } = groupedStage({ ...parts, scenario: scenario(5, 1) });
    expect(flows).toEqual([]);
    expect(groups?.map(({ label, firstIndex }) => [label, firstIndex])).toEqual([
      ['5 × group 0', 0],
      ['group 1', 5],
    ]);
  });

  it('says of a curve that is the mean of several flows what it is, and its fair share', () => {
    const { flows, facts } = plainStage({ ...parts, scenario: scenario(4, 1) });
    expect(flows.map(({ label }) => label)).toEqual(['group 0, each of 4', 'group 1']);
    expect(facts.fairShareBps).toBe(2e6);
  });

  it('is bounded by the first link that data passes, where none passes the bottleneck', () => {
    const links = [
      { id: 'unused', rate_bps: 2e7 },
      { id: 'slow', rate_bps: 4e6 },
    ];
    const over = (path: string[]) => {
      const flows = scenario(1, 1).flows.map((flow) => ({ ...flow, path }));
      return plainStage({ ...parts, scenario: { ...scenario(1), links, flows } }).facts;
    };
    expect(over(['slow'])).toMatchObject({ capacityBps: 4e6, fairShareBps: 2e6 });
    expect(over(['unused', 'bottleneck'])).toMatchObject({ capacityBps: 1e7, fairShareBps: 5e6 });
  });

  it('has no line of a fair share where flows are not due alike, and steps where one is late', () => {
    const [first, second] = scenario(1, 1).flows;
    const stageOf = (more: object) => {
      const flows = [first, { ...second, ...more }] as PlainScenario['flows'];
      return plainStage({ ...parts, scenario: { ...scenario(1, 1), flows } }).facts.fairShares;
    };
    expect(stageOf({})).toBeUndefined();
    expect(stageOf({ traffic: { kind: 'media' } })).toEqual([]);
    const steps = [0, 3].map((fromSeconds, at) => ({ fromSeconds, bps: 1e7 / (at + 1) }));
    expect(stageOf({ start_s: 3 })).toEqual([{ groupIndex: null, steps }]);
  });

  it('has the fair shares that are known better', () => {
    const plain = scenario(1, 1);
    const steps = [0, 3e6, 7e6].map((fair_share_bps, from_s) => ({ from_s, fair_share_bps }));
    const groups = [{ fair_share_steps: steps.slice(1, 2) }, { fair_share_steps: steps.slice(2) }];
    const network = { ...plain, links: [], bottleneck: { ...plain.bottleneck, delay_s: 0 } };
    const stage = plainStage({ ...parts, scenario: plain, due: dueOf(network, { groups }, 0) });
    expect(stage.facts.fairShares?.map(({ steps: [first] }) => first?.bps)).toEqual([3e6, 7e6]);
  });
});
