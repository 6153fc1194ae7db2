import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Answer, Responder } from '#tests/fakeApi';
import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns, waitingPackets } from '#tests/serveRuns';
import type { Traffic } from '@/analysis/replay/replay';

import { eventWords } from '../replay/replayTexts';

const WAITING = waitingPackets(2, 4);
const DONE = {
  ...WAITING,
  status: 'done',
  events: {
    time_s: [2, 2.1, 2.2, 2.3, 2.4],
    flow_index: [0, 0, 1, 1, 1],
    kind: ['sent', 'dropped', 'handshake', 'ack_received', 'sent'],
    sequence: [100, 100, -1, -1, 0],
    queue_bytes: [0, 45_000, 45_000, 45_000, 45_000],
    cwnd_packets: [20, 20, 0, 0, 9],
    inflight_packets: [19, 19, 0, 0, 8],
    reason: [null, 'buffer_full', null, null, null],
  },
};

function serve(packets: Answer | Responder) {
  return serveRuns([run({ id: 'one' })], { 'GET /api/runs/*/packets': packets });
}

describe('the words of an event', () => {
  it.each([
    [0, 'packet 100 of mouse joins the queue'],
    [1, 'a packet of the handshake of elephant is dropped: buffer full'],
    [2, 'mouse receives the answer to its handshake'],
  ])('of row %i name a packet of a handshake, which has no number', (row, words) => {
    const traffic = {
      events: {
        ...DONE.events,
        time_s: [2, 3, 4],
        flow_index: [1, 0, 1],
        kind: ['enqueued', 'dropped', 'ack_received'],
        sequence: [100, -1, -3],
        reason: [null, 'buffer_full', null],
      },
    } as unknown as Traffic;
    const nameOf = (flow: number) => (flow === 0 ? 'elephant' : 'mouse');
    expect(eventWords(traffic, nameOf, 2 + row)).toBe(words);
  });
});

describe('single packets', () => {
  it('are offered once the time in view is short enough', async () => {
    const calls = serve({ body: WAITING });
    renderApp('/runs/one');
    // 10 Mbit/s, packets of 1000 bytes: 8,333 of them take 6.67 s.
    expect(await screen.findByText(/^Zoom to 6.6 s or less to see every packet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Show the packets/ })).toBeNull();
    expect(calls.filter(({ route }) => route.endsWith('/packets'))).toHaveLength(0);
  });

  it('are reachable from the moment that is shown', async () => {
    serve({ body: WAITING });
    const { user, router } = renderApp('/runs/one?at=5');
    await user.click(await screen.findByRole('button', { name: 'Packets of this moment' }));
    expect(router.state.location.search).toMatchObject({ from: 4.75, to: 5.25, packets: true });
  });

  it('are computed on demand and shown flow by flow', async () => {
    let asked = 0;
    const calls = serve(() => ({ body: (asked += 1) > 1 ? DONE : WAITING }));
    const { user, router } = renderApp('/runs/one?from=2&to=4');
    await user.click(await screen.findByRole('button', { name: 'Show the packets of 2 to 4 s' }));
    expect(router.state.location.search).toMatchObject({ packets: true });
    expect(await screen.findByText(/Computing the run again/)).toBeVisible();
    const table = await screen.findByRole('table', { name: /elephant: the first 2 of 2/ });
    expect(within(table).getByText('dropped by the queue: buffer full')).toBeVisible();
    expect(within(table).getByText('45')).toBeVisible(); // 45,000 bytes wait
    const [call] = calls.filter(({ route }) => route.endsWith('/packets'));
    expect(Object.fromEntries(call?.url.searchParams ?? [])).toEqual({ from_s: '2', to_s: '4' });
    const files = screen.getByRole('navigation', { name: 'Files of these packets' });
    expect(within(files).getByRole('link', { name: /Wireshark/ })).toHaveAttribute(
      'href',
      '/api/runs/one/export/pcapng?from_s=2&to_s=4',
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Flow' }), 'mouse');
    const opened = await screen.findByRole('table', { name: /mouse: the first 3 of 3/ });
    expect(within(opened).getByText('handshake sent')).toBeVisible();
    expect(within(opened).getByText('answer received (handshake)')).toBeVisible();
    expect(within(opened).queryByText('−1')).toBeNull();
    expect(screen.getByText(/acknowledged ○ handshake$/)).toBeVisible();
  });

  it('say why they are not there', async () => {
    const detail = 'Run one was computed by core 0.0.9. Run it again to look at its packets.';
    const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail, errors: [] };
    serve({ status: 409, body: problem });
    renderApp('/runs/one?from=2&to=4&packets=true');
    await waitFor(() => expect(screen.getByText(detail)).toBeVisible());
  });
});
