import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

beforeEach(() => {
  fakeApi({
    'GET /api/runs': { body: { items: [], next_cursor: null } },
    'GET /api/algorithms': { body: [] },
  });
});

describe('the help sheet', () => {
  it('begins with the keys of the page that is open, and says which core computes', async () => {
    fakeApi({
      'GET /api/algorithms': { body: [] },
      'GET /api/presets': { body: [] },
      'GET /api/ready': {
        body: {
          ready: true,
          database: 'ok',
          migrations: 'ok',
          broker: 'ok',
          core_version: '0.1.0+0123456789ab',
        },
      },
    });
    const { user } = renderApp('/build?preset=none');
    await screen.findByRole('main');
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Help' }));
    const [first] = sheet.getAllByRole('heading', { level: 4 });
    expect(first).toHaveTextContent('Build this page');
    expect(await sheet.findByText('0.1.0+0123456789ab')).toBeVisible();
  });

  it('says that workers with an older core get no new runs', async () => {
    fakeApi({
      'GET /api/runs': { body: { items: [], next_cursor: null } },
      'GET /api/algorithms': { body: [] },
      'GET /api/ready': {
        body: {
          ready: true,
          database: 'ok',
          migrations: 'ok',
          broker: 'ok',
          core_version: '0.1.0+0123456789ab',
          behaviour_version: 6,
          older_core_versions: ['0.0.9+ba9876543210'],
        },
      },
    });
    const { user } = renderApp('/runs');
    await screen.findByRole('heading', { level: 1 });
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Help' }));
    expect(await sheet.findByText(/older core: 0\.0\.9\+ba9876543210/)).toHaveTextContent(
      'They get no new runs',
    );
  });

  it('opens with ? and closes with it, without the mouse', async () => {
    const { user } = renderApp('/runs');
    await screen.findByRole('heading', { level: 1 });
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Help' }));
    expect(sheet.getByText('freeze or release the time')).toBeVisible();
    expect(sheet.getByText('STDR')).toBeVisible();
    await user.keyboard('?');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open when it is opened again at once', async () => {
    const { user } = renderApp('/runs');
    const button = await screen.findByRole('button', { name: /^Help/ });
    await user.click(button);
    fireEvent.click(await screen.findByRole('button', { name: /^Close/ }));
    fireEvent.click(button);
    // By then the first sheet has reported that it closed.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('dialog', { name: 'Help' })).toBeVisible();
  });

  it('opens from the head bar, and keeps its keys from the page behind', async () => {
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Help/ }));
    const behind: string[] = [];
    const listen = ({ key }: KeyboardEvent) => void behind.push(key);
    window.addEventListener('keydown', listen);
    await user.keyboard('ft0');
    window.removeEventListener('keydown', listen);
    expect(behind).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Close/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads the focus around inside', async () => {
    const { user } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Help/ }));
    const close = screen.getByRole('button', { name: /^Close/ });
    const link = screen.getByRole('link', { name: /^Algorithms, their states/ });
    expect(close).toHaveFocus();
    await user.tab();
    expect(link).toHaveFocus();
    await user.tab();
    expect(close).toHaveFocus();
    await user.tab({ shift: true });
    expect(link).toHaveFocus();
  });

  it('leads to the algorithms and is gone there', async () => {
    const { user, router } = renderApp('/runs');
    await user.click(await screen.findByRole('button', { name: /^Help/ }));
    await user.click(screen.getByRole('link', { name: /^Algorithms, their states/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/algorithms'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
