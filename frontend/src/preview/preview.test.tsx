import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { behaviour_version } from '@/core/ccsim.json';
import { LiveCore } from '@/core/live';
import type { CoreQuestion } from '@/core/messages';
import { stubCore } from '#tests/askedCore';
import { openBuilder, serveBuilder } from '#tests/varying';

vi.mock('@/core/load', () => import('#tests/coreThread'));

let asked: CoreQuestion[] = [];

const serve = (version: number) =>
  serveBuilder({
    'GET /api/speed': {
      body: { core_version: '0.1.0+0', behaviour_version: version, sizes: [] },
    },
  });

const words = /^Seed 1, computed in this browser while you edit\./;

describe('one seed under the form', () => {
  beforeEach(() => {
    asked = stubCore();
  });

  it('is computed again when a field changes, and not when nothing does', async () => {
    serve(behaviour_version);
    await openBuilder();
    expect(await screen.findByText(words)).toBeVisible();
    expect(asked).toHaveLength(1);
    const rtt = screen.getByRole('textbox', { name: 'Base RTT of mouse' });
    fireEvent.change(rtt, { target: { value: '30' } });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.plan).not.toEqual(asked[0]?.plan);
  });

  it('is asked for before the page is drawn for a change, and once', async () => {
    serve(behaviour_version);
    await openBuilder();
    await screen.findByText(words);
    const slider = screen.getByRole('slider', { name: /^Duration/ });
    const shown = () => slider.getAttribute('aria-valuetext');
    const [before, whenAsked] = [shown(), [] as (string | null)[]];
    const ask = vi.spyOn(LiveCore.prototype, 'ask').mockImplementation(() => {
      whenAsked.push(shown());
    });
    fireEvent.change(slider, { target: { value: '400' } });
    await vi.waitFor(() => expect(shown()).not.toBe(before));
    ask.mockRestore();
    expect(whenAsked).toEqual([before]);
  });

  it('takes further seeds when nothing is edited, and says of how many it speaks', async () => {
    serve(behaviour_version);
    await openBuilder();
    await screen.findByText(words);
    expect(screen.getByText(/^Throughput: .*\(one seed, which has no interval\)\.$/)).toBeVisible();
    await screen.findByText(/^Seeds 1 to 10, computed in this browser/, {}, { timeout: 20_000 });
    expect(screen.getByText(/ to .*\(mean and 95% interval of 10 seeds\)\.$/)).toBeVisible();
    fireEvent.change(screen.getByRole('textbox', { name: 'Base RTT of mouse' }), {
      target: { value: '30' },
    });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says which scenario it is of while there is a problem, and computes nothing', async () => {
    serve(behaviour_version);
    await openBuilder();
    await screen.findByText(words);
    const duration = screen.getByRole('textbox', { name: 'Duration' });
    fireEvent.change(duration, { target: { value: 'soon' } });
    expect(await screen.findByText(/^For the last valid scenario\. Seed 1/)).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('keeps its curves when a scenario that was not checked yet stops the core', async () => {
    serve(behaviour_version);
    await openBuilder();
    await screen.findByText(words);
    // Less than the bottleneck's own RTT, which no field alone shows.
    const rtt = screen.getByRole('textbox', { name: 'Base RTT of mouse' });
    fireEvent.change(rtt, { target: { value: '1' } });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    // The core answers in the turn that it asked for, before this one.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByText('No preview')).toBeNull();
  });

  it('is not there with a core of another behaviour than the server’s', async () => {
    const calls = serve(behaviour_version + 1);
    await openBuilder();
    await vi.waitFor(() =>
      expect(calls.filter(({ route }) => route === 'GET /api/speed').length).toBeGreaterThan(1),
    );
    expect(asked).toHaveLength(0);
    expect(screen.queryByText(/First look/)).toBeNull();
  });
});
