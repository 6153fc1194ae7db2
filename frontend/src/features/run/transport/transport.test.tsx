import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';
import { noteStarted } from '@/opening/justStarted';
import { writePace } from '@/state/pace';

beforeEach(() => {
  serveRuns([run({ id: 'one' })]);
});

const bar = async () => within(await screen.findByRole('contentinfo', { name: 'Time' }));

describe('the bar of time', () => {
  it('plays with space and stops with it', async () => {
    // At the usual pace this run is over after two frames that a busy machine takes its time for.
    writePace(0.1);
    const { user } = renderApp('/runs/one');
    expect((await bar()).getByRole('button', { name: 'Play' })).toBeVisible();
    await user.keyboard(' ');
    const pause = (await bar()).getByRole('button', { name: 'Pause' });
    pause.focus();
    // In focus the button takes the space itself: once, not twice.
    await user.keyboard(' ');
    expect((await bar()).getByRole('button', { name: 'Play' })).toHaveFocus();
  });

  it('steps from sample to sample and to both ends', async () => {
    const { user } = renderApp('/runs/one');
    await bar();
    await user.keyboard('{End}');
    await screen.findByText('10.000 s', { selector: '[class*=time]' });
    await user.keyboard('{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}');
    await screen.findByText('8.900 s', { selector: '[class*=time]' });
    await user.keyboard('{Home}{ArrowRight}');
    await screen.findByText('0.100 s', { selector: '[class*=time]' });
  });

  it('remembers the pace', async () => {
    const { user } = renderApp('/runs/one');
    const choice = (await bar()).getByRole('combobox', { name: /^Pace/ });
    await user.selectOptions(choice, '4×');
    expect(choice).toHaveValue('4');
    expect(window.localStorage.getItem('lab-pace-1')).toBe('4');
    choice.blur();
    await user.keyboard('<<');
    expect(choice).toHaveValue('0.3');
    await user.keyboard('>');
    expect(choice).toHaveValue('1');
  });
});

describe('the overview', () => {
  it('moves the view by keys, and 0 shows the whole run again', async () => {
    const { user, router } = renderApp('/runs/one?from=2&to=4');
    const handle = (await bar()).getByRole('slider', { name: 'End of the view' });
    expect(handle).toHaveAttribute('aria-valuetext', '4.000 s');
    fireEvent.keyDown(handle, { key: 'ArrowRight', shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 2, to: 5 }));
    const view = (await bar()).getByRole('slider', { name: /^View/ });
    fireEvent.keyDown(view, { key: 'End' });
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 7, to: 10 }));
    await user.keyboard('0');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

describe('a drag in the overview', () => {
  it('moves its window at once, and the plots when the pointer rests or is let go', async () => {
    const { router } = renderApp('/runs/one?from=2&to=4');
    const handle = (await bar()).getByRole('slider', { name: /^View/ });
    const strip = handle.parentElement?.parentElement;
    if (!(strip instanceof HTMLElement)) throw new Error('the strip is missing');
    strip.setPointerCapture = () => undefined;
    strip.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 38);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      fireEvent.pointerDown(handle, { pointerId: 1, button: 0, clientX: 300 });
      for (let x = 320; x <= 600; x += 20) {
        fireEvent.pointerMove(strip, { pointerId: 1, clientX: x });
        act(() => vi.advanceTimersByTime(100));
      }
      expect(handle).toHaveAttribute('aria-valuetext', '5.0 s to 7.0 s');
      // No drawing and no request during a drag.
      expect(router.state.location.search).toEqual({ from: 2, to: 4 });
      act(() => vi.advanceTimersByTime(200));
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 5, to: 7 }));
    fireEvent.pointerMove(strip, { pointerId: 1, clientX: 500 });
    fireEvent.pointerUp(strip, { pointerId: 1, clientX: 500 });
    await waitFor(() => expect(router.state.location.search).toEqual({ from: 4, to: 6 }));
  });
});

describe('the frozen time', () => {
  it('stands in the address and comes back from it', async () => {
    const { user, router } = renderApp('/runs/one');
    await bar();
    await user.keyboard('{Home}{ArrowRight}f');
    expect(await screen.findByText(/frozen/)).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toEqual({ at: 0.1 }));
    await user.keyboard('f');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('is that of the link', async () => {
    renderApp('/runs/one?at=0.2');
    expect(await screen.findByText(/frozen/)).toBeVisible();
    expect(screen.getByText('State at 0.200 s')).toBeVisible();
  });

  it('keeps the very nanosecond that is held, with or without replay', async () => {
    serveRuns([run({ id: 'one' })]);
    const { user, router } = renderApp('/runs/one?at=0.123456789');
    expect(await screen.findByText('State at 0.123456789 s')).toBeVisible();
    await user.keyboard('f');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await user.keyboard('f');
    await waitFor(() => expect(router.state.location.search).toEqual({ at: 0.123456789 }));
  });
});

describe('a run that was just started', () => {
  it('is drawn as time passes until everything is asked for', async () => {
    noteStarted('one');
    const { user } = renderApp('/runs/one');
    expect(await screen.findByText('Following the run.')).toBeVisible();
    await (await bar()).findByRole('button', { name: 'Pause' });
    await user.click(screen.getByRole('button', { name: /Show all/ }));
    expect(screen.queryByText('Following the run.')).toBeNull();
  });

  it('stands there whole when it is opened later', async () => {
    renderApp('/runs/one');
    expect((await bar()).getByRole('button', { name: 'Play' })).toBeVisible();
    expect(screen.queryByText('Following the run.')).toBeNull();
  });
});
