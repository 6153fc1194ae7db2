import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Answer, Responder } from '#tests/fakeApi';
import { group, run, scenario, series } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns, waitingPackets } from '#tests/serveRuns';
import type { Run } from '@/api/types';

const WAITING = waitingPackets(1.6, 3.2);
const DONE = {
  ...WAITING,
  status: 'done',
  events: {
    time_s: [2, 2.001, 2.0075, 2.0095, 2.0096],
    flow_index: [0, 1, 0, 1, 0],
    kind: ['sent', 'sent', 'enqueued', 'dropped', 'dequeued'],
    sequence: [100, 7, 100, 7, 100],
    queue_bytes: [0, 0, 1000, 1000, 0],
    cwnd_packets: [20, 9, 20, 9, 20],
    inflight_packets: [19, 8, 19, 8, 19],
    reason: [null, null, null, 'policer', null],
  },
};

function serve(packets: Answer | Responder, changes: Partial<Run> = {}) {
  return serveRuns([run({ id: 'one', ...changes })], { 'GET /api/runs/*/packets': packets });
}

const panel = async () => within(await screen.findByRole('region', { name: 'Replay' }));
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('replay', () => {
  it('opens and closes with r, and a link means it', async () => {
    const calls = serve({ body: DONE });
    const { user, router } = renderApp('/runs/one');
    await screen.findByRole('contentinfo', { name: 'Time' });
    await user.keyboard('r');
    await panel();
    expect(router.state.location.search).toEqual({ replay: true });
    await waitFor(() => expect(calls.some(({ route }) => route.endsWith('/packets'))).toBe(true));
    await user.keyboard('r');
    expect(screen.queryByRole('region', { name: 'Replay' })).toBeNull();
    expect(router.state.location.search).toEqual({});
  });

  it('plays with Space after the click that opened it', async () => {
    serve({ body: DONE });
    const { user } = renderApp('/runs/one');
    const time = within(await screen.findByRole('contentinfo', { name: 'Time' }));
    await user.click(await time.findByRole('button', { name: /^Replay/ }));
    const region = await screen.findByRole('region', { name: 'Replay' });
    await waitFor(() => expect(region).toHaveFocus());
    await user.keyboard(' ');
    expect(await time.findByRole('button', { name: 'Pause' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Replay' })).toBeVisible();
  });

  it('says which packets are being computed, then has the numbers of the moment', async () => {
    let asked = 0;
    serve(() => ({ body: (asked += 1) > 1 ? DONE : WAITING }));
    renderApp('/runs/one?replay=true&at=2.008');
    expect(
      await (await panel()).findByText(/^The packets of 1.6 to 3.2 s are being computed/),
    ).toBeVisible();
    expect(await (await panel()).findByText('Every packet at its position.')).toBeVisible();
    // One of 1000 bytes waits at 10 Mbit/s.
    expect((await panel()).getByText('1 of 312 packets queued at 2.008 s: 0.8 ms')).toBeVisible();
    const shown = await panel();
    // Phases are asked for after the curves.
    await waitFor(() => {
      const [elephant, mouse] = shown.getAllByRole('row').slice(1).map(cells);
      expect(elephant).toEqual(['Cruise', '20', '19', '1', '0']);
      expect(mouse?.slice(1)).toEqual(['9', '8', '0', '1']);
    });
  });

  it('steps from packet event to packet event and says what happens', async () => {
    serve({ body: DONE });
    const { user } = renderApp('/runs/one?replay=true&at=2.008');
    await (await panel()).findByText('Every packet at its position.');
    await user.keyboard('.');
    expect(
      await (await panel()).findByText('packet 7 of mouse is dropped: policer, no tokens'),
    ).toBeVisible();
    await user.keyboard(',');
    expect(
      await (await panel()).findByText('packet 100 of elephant joins the queue'),
    ).toBeVisible();
    await user.selectOptions((await panel()).getByRole('combobox'), 'drop or loss');
    await user.click((await panel()).getByRole('button', { name: 'Step forward' }));
    expect(
      await (await panel()).findByText('packet 7 of mouse is dropped: policer, no tokens'),
    ).toBeVisible();
  });

  it('reads the state out where time rests', async () => {
    serve({ body: DONE });
    renderApp('/runs/one?replay=true&at=2.008');
    expect(
      await screen.findByText(
        /^1 of 312 packets queued at 2.008 s: 0.8 ms. elephant: Cruise, window 20/,
      ),
    ).toHaveAttribute('aria-live', 'polite');
  });

  it('has a speed of its own, which the address keeps', async () => {
    serve({ body: DONE });
    const { user, router } = renderApp('/runs/one?replay=true');
    await panel();
    const pace = screen.getByRole('combobox', { name: /^Pace/ });
    expect(pace).toHaveValue('0.1');
    await user.keyboard('<');
    expect(pace).toHaveValue('0.03');
    expect(router.state.location.search).toEqual({ replay: true, speed: 0.03 });
    expect(window.localStorage.getItem('lab-pace-1')).toBeNull();
  });

  it('shows shares of the link where time is played too fast for single packets', async () => {
    const whole = { ...series('one'), time_s: [5, 10], sample_interval_s: 5 };
    serveRuns([run({ id: 'one' })], {
      'GET /api/runs/*/packets': { body: DONE },
      'GET /api/runs/*/series': { body: whole },
    });
    const { user } = renderApp('/runs/one?replay=true&speed=4&at=2.008');
    await (await panel()).findByText('Every packet at its position.');
    await user.keyboard('{Home} ');
    expect(await (await panel()).findByText(/^Too fast for single packets/)).toBeVisible();
    expect(
      (await panel()).getByText(
        /^[\d.]+ of 312 packets queued, mean over (0 to 5|5 to 10) s: [\d.]+ ms$/,
      ),
    ).toBeVisible();
    await user.keyboard(' ');
    await waitFor(() => expect(screen.queryByText(/^Too fast for single packets/)).toBeNull());
  });

  it('says why there are no packets, and asks again on demand', async () => {
    const calls = serve({ body: { ...WAITING, status: 'failed', error: 'Another core.' } });
    const { user } = renderApp('/runs/one?replay=true&at=2.008');
    expect(await (await panel()).findByText('Another core.')).toBeVisible();
    const before = calls.length;
    await user.click((await panel()).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  });

  it('waits for the end of the run', async () => {
    const calls = serve(
      { body: DONE },
      {
        status: 'running',
        result: null,
        progress: { simulated_s: 5, duration_s: 10, sample_count: 50 },
      },
    );
    renderApp('/runs/one?replay=true');
    expect(await (await panel()).findByText(/for completed runs only/)).toBeVisible();
    expect(calls.filter(({ route }) => route.endsWith('/packets'))).toEqual([]);
  });
});

describe('replay of several links', () => {
  const dumbbell = scenario();
  const [elephant, mouse] = [group('elephant', 0.08, 'bbr2'), group('mouse', 0.06, 'bbr2')];
  const parkingLot = scenario({
    links: [
      { ...dumbbell.bottleneck, id: 'second', rate_bps: 4e6, ack_filter: false },
      { ...dumbbell.bottleneck, id: 'back', ack_filter: false },
    ],
    flows: [
      { ...elephant, path: ['bottleneck', 'second'] },
      { ...mouse, path: ['second'], return_path: ['back'] },
    ],
  });
  const summary = { utilisation_ratio: 1, mean_queue_bytes: 0, dropped_packets: 0 };
  const links = parkingLot.links.map(({ id, rate_bps, delay_s }) => {
    return { id, rate_bps, delay_s, buffer_bytes: 8000, summary };
  });
  const packets = {
    ...DONE,
    events: {
      ...DONE.events,
      kind: ['sent', 'sent', 'enqueued', 'enqueued', 'dropped'],
      flow_index: [0, 1, 0, 1, 0],
      sequence: [100, 7, 100, 7, 101],
      queue_bytes: [0, 0, 5000, 2000, 5000],
      link_index: [-1, -1, 0, 1, 0],
    },
  };
  const serveLinks = () => {
    const done = run({ id: 'one' });
    const result = done.result && {
      ...done.result,
      links: [{ ...done.result.link, id: 'bottleneck', summary }, ...links],
    };
    serve({ body: packets }, { scenario: parkingLot, result } as Partial<Run>);
  };

  it('follows the link that is chosen: its rate, its buffer, its queue', async () => {
    serveLinks();
    renderApp('/runs/one?replay=true&at=2.0097&link=1');
    expect(await (await panel()).findByText('Every packet at its position.')).toBeVisible();
    // 2000 bytes of 8000 at 4 Mbit/s; the five that wait at the first link are not among them.
    expect((await panel()).getByText('2 of 8 packets queued at 2.0097 s: 4.0 ms')).toBeVisible();
    expect((await panel()).getByText(/^second:/)).toBeInTheDocument();
  });

  it('shows at the first link the flow that passes it alone', async () => {
    serveLinks();
    renderApp('/runs/one?replay=true&at=2.0096');
    await (await panel()).findByText('Every packet at its position.');
    expect((await panel()).getByText(/^5 of 312 packets queued/)).toBeVisible();
    const drawing = within((await panel()).getByRole('img'));
    expect(drawing.getByText('elephant')).toBeInTheDocument();
    expect(drawing.queryByText('mouse')).toBeNull();
  });

  it('says of a link with nothing but ACKs why there is none', async () => {
    serveLinks();
    renderApp('/runs/one?replay=true&link=2');
    expect(await screen.findByText('There is no replay of back.')).toBeVisible();
  });

  it('has the link and its queue in the table of packets', async () => {
    serveLinks();
    renderApp('/runs/one?packets=true&from=2&to=2.5&link=1');
    const table = within(await screen.findByRole('region', { name: /^elephant: the first/ }));
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toContain('at');
    expect(heads).toContain('queue of second, pkt');
    expect(table.getAllByRole('row').slice(1).map(cells)).toEqual([
      ['2.000000', 'sent', 'host', '100', '1', '20', '19'],
      ['2.007500', 'queued', 'bottleneck', '100', '1', '20', '19'],
      ['2.009600', 'dropped by the queue', 'bottleneck', '101', '2', '20', '19'],
    ]);
  });
});
