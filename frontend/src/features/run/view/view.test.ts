import { describe, expect, it } from 'vitest';

import { checked, group, result, run, scenario, timeline } from '#tests/fixtures';

import { truncatedText } from '@/charts/model';
import { curveFlows, drawnFlows } from '@/charts/panes/stageFlows';

import { flowExtremes, stageRun } from './view';

describe('many flows', () => {
  const crowd = (...counts: number[]) =>
    scenario({ flows: counts.map((count) => ({ ...group('a', 0.02, 'bbr2'), count })) });

  it('have their extremes drawn: of all flows, by the numbers of the run', () => {
    const flows = Array.from({ length: 1000 }, (_, flow_index) => ({
      ...(result().flows[0] ?? {}),
      flow_index,
      group_index: 0,
      throughput_bps: flow_index === 333 ? 9e6 : flow_index === 777 ? 1 : 1e6,
    })) as ReturnType<typeof result>['flows'];
    const done = run({ scenario: crowd(1000), result: { ...result(), flows } });
    const extremes = flowExtremes(done);
    expect(extremes.find(({ metric }) => metric === 'throughput_bps')).toEqual({
      metric: 'throughput_bps',
      groupIndex: 0,
      highest: 333,
      lowest: 777,
    });
    const drawn = curveFlows(crowd(1000), 'flows', null, extremes).map(({ index }) => index);
    expect(drawn).toEqual(expect.arrayContaining([333, 777]));
    // Where every flow is drawn, and before there are numbers, the lines need no label.
    expect(flowExtremes(run({ scenario: crowd(100), result: result() }))).toEqual([]);
    expect(flowExtremes({ ...done, result: null })).toEqual([]);
  });
});

describe('stageRun', () => {
  const parts = {
    run: run(),
    label: 'BBRv2',
    derived: null,
    series: undefined,
    timeline: timeline('x'),
    flows: drawnFlows(scenario()),
    extremes: [],
    place: 0,
  };

  it('knows its references from the scenario and the result', () => {
    expect(stageRun(parts).facts).toEqual({
      durationSeconds: 10,
      capacityBps: 1e7,
      fairShareBps: 5e6,
      delaySeconds: 0.01,
      packetBytes: 1000,
      headerBytes: 52,
      bufferBytes: 312_000,
      waits: 'alike',
    });
  });

  it('does not say whose packets wait where datagrams wait in queues of their own', () => {
    const waitsOf = (kind: string, traffic: string) => {
      const { bottleneck, flows } = scenario();
      const queue = { kind } as never;
      const all = flows.map((flow) => ({ ...flow, traffic: { kind: traffic } as never }));
      const of = scenario({ bottleneck: { ...bottleneck, queue }, flows: all });
      return stageRun({ ...parts, run: run({ scenario: of }) }).facts.waits;
    };
    expect(waitsOf('droptail', 'udp')).toBe('alike');
    expect(waitsOf('fq_codel', 'bulk')).toBeUndefined();
    expect(waitsOf('fq_codel', 'udp')).toBe('unknown');
  });

  it('has the capacity of a link that data passes, whichever is drawn', () => {
    const { bottleneck, flows } = scenario();
    const side = { ...bottleneck, id: 'side', rate_bps: 4e6 };
    const all = flows.map((flow) => ({ ...flow, path: ['side'] }));
    const of = run({ scenario: scenario({ links: [side] as never, flows: all }) });
    for (const linkIndex of [0, 1]) {
      expect(stageRun({ ...parts, run: of, linkIndex }).facts.capacityBps).toBe(4e6);
    }
  });

  describe('what flows are due', () => {
    const { derived } = checked();
    const [group] = derived.groups;
    if (group === undefined) throw new Error('no group');
    const due = (...all: { from_s: number; fair_share_bps: number }[][]) =>
      stageRun({
        ...parts,
        derived: {
          ...derived,
          groups: all.map((fair_share_steps) => ({ ...group, fair_share_steps })),
        },
      }).facts;
    const always = [{ from_s: 0, fair_share_bps: 4e6 }];
    const late = [
      { from_s: 0, fair_share_bps: 0 },
      { from_s: 5, fair_share_bps: 1e6 },
    ];

    it('is one number where it is the same for all and does not change', () => {
      const facts = due(always, always);
      expect(facts.fairShareBps).toBe(4e6);
      expect(facts).not.toHaveProperty('fairShares');
    });

    it('is a line of each group where it differs', () => {
      expect(due(always, late).fairShares).toEqual([
        { groupIndex: 0, steps: [{ fromSeconds: 0, bps: 4e6 }] },
        {
          groupIndex: 1,
          steps: [
            { fromSeconds: 0, bps: 0 },
            { fromSeconds: 5, bps: 1e6 },
          ],
        },
      ]);
    });

    it('is one line of no group where it changes for all alike', () => {
      expect(due(late, late).fairShares?.map(({ groupIndex }) => groupIndex)).toEqual([null]);
    });

    it('has no line of more than four shares, nor before shares that may differ are known', () => {
      const many = [1, 2, 3, 4, 5].map((bps) => [{ from_s: 0, fair_share_bps: bps * 1e6 }]);
      const { bottleneck, flows } = scenario();
      const five = run({ scenario: scenario({ flows: many.flatMap(() => flows.slice(0, 1)) }) });
      const groups = many.map((fair_share_steps) => ({ ...group, fair_share_steps }));
      const crowded = stageRun({ ...parts, run: five, derived: { ...derived, groups } });
      expect(crowded.facts.fairShares).toEqual([]);
      const queue = { kind: 'policer' } as never;
      const policed = run({ scenario: scenario({ bottleneck: { ...bottleneck, queue } }) });
      expect(stageRun({ ...parts, run: policed }).facts.fairShares).toEqual([]);
    });

    it('is what the result says until more is known', () => {
      const { link, ...others } = result();
      const policed = run({ result: { ...others, link: { ...link, fair_share_bps: 2e6 } } });
      expect(stageRun({ ...parts, run: policed }).facts.fairShareBps).toBe(2e6);
    });
  });

  it('lists what stops sending and what empties the queue of the start among the events', () => {
    const phases = [
      { flow_index: 0, start_s: 0, end_s: 1, phase: 'startup', reason: 'begin' },
      { flow_index: 1, start_s: 0, end_s: 0.1, phase: 'slow_start', reason: 'begin' },
      { flow_index: 1, start_s: 0.1, end_s: 1, phase: 'recovery', reason: 'loss' },
      { flow_index: 0, start_s: 1, end_s: 1.2, phase: 'drain', reason: 'plateau' },
      { flow_index: 0, start_s: 1.2, end_s: 5, phase: 'probe_bw_down', reason: 'cycle' },
      { flow_index: 0, start_s: 5, end_s: 5.2, phase: 'probe_rtt', reason: 'min_rtt_expired' },
      { flow_index: 1, start_s: 6, end_s: 6.2, phase: 'hold', reason: 'own' },
    ];
    const recovered = { flow_index: 1, time_s: 0.1, kind: 'recovery_start', reason: '' };
    const { events: one, ...rest } = timeline('x');
    const given = { ...rest, events: [...one, recovered], phases };
    const flows = scenario().flows.map((flow, index) =>
      index === 1 ? { ...flow, algorithm: { ...flow.algorithm, name: 'wasm:x' } } : flow,
    );
    const own = run({ scenario: scenario({ flows }) });
    const moduleEffects = new Map([['wasm:x', { hold: 'pauses' } as const]]);
    const { events } = stageRun({ ...parts, run: own, moduleEffects, timeline: given });
    expect(events.map(({ kind, timeSeconds }) => [kind, timeSeconds])).toEqual([
      ['rto', 0.1],
      ['recovery_start', 0.1],
      ['drain', 1],
      ['probe_rtt', 5],
      ['hold', 6],
    ]);
    expect(events.flatMap(({ kind, isPause }) => (isPause === true ? [kind] : []))).toEqual([
      'probe_rtt',
      'hold',
    ]);
  });

  it('says that its phases and events are not there yet', () => {
    expect(truncatedText(stageRun({ ...parts, timeline: undefined }))).toBe('loading');
    expect(truncatedText(stageRun(parts))).toBe('');
  });

  it('says that phases of very many flows come in steps, and where those of a part end', () => {
    const flows = [{ ...group('many', 0.03, 'bbr2'), count: 201 }];
    const open = run({ status: 'running', result: null, scenario: scenario({ flows }) });
    expect(truncatedText(stageRun({ ...parts, run: open }))).toBe('updates every 25.6 s');
    const part = stageRun({ ...parts, run: { ...open, status: 'cancelled' } });
    expect(truncatedText(part)).toMatch(/^only to \d+ s, more are not kept$/);
    const few = run({ status: 'running', result: null });
    expect(truncatedText(stageRun({ ...parts, run: few }))).toBe('');
  });

  it('is pale when the run did not get to its end', () => {
    const failed = run({ status: 'failed', result: null });
    expect(stageRun({ ...parts, run: failed }).isPale).toBe(true);
    expect(stageRun(parts).isPale).toBe(false);
  });
});
