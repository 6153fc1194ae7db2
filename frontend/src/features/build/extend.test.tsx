import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { presets } from '#tests/fixtures';
import { button, dialog, draft, openBuilder, serveBuilder } from '#tests/varying';

describe('an experiment that is there', () => {
  const values = { kind: 'list', values: [10, 20] };
  const experiment = {
    version: 1,
    name: '',
    base: presets()[0]?.variants[0]?.scenario,
    axes: [{ label: 'Duration', moves: [{ path: 'duration_s', values }] }],
    baseline_index: 0,
    replications: { count: 2, first_seed: 1 },
  };

  function serve() {
    return serveBuilder({
      'GET /api/experiments/old': { body: { id: 'old', name: 'Old', status: 'done', experiment } },
      // Its answer leads to the experiment's page, which is not looked at here.
      'POST /api/experiments/old/extend': () => new Promise(() => undefined),
    });
  }

  it('is forked under its name', async () => {
    serve();
    await openBuilder('/build?experiment=old');
    expect(screen.getByText('forked from Old')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Old');
    expect(button(/^Run 4 runs/)).toBeVisible();
  });

  it('is extended by values and seeds, and loses nothing', async () => {
    const calls = serve();
    const { user } = await openBuilder('/build?extend=old');
    expect(screen.getByText('more of Old')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Vary Rate' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Duration 10 s, 20 s/ }));
    const sheet = within(await dialog());
    const list = sheet.getByRole('textbox', { name: 'Values of Duration' });
    fireEvent.change(list, { target: { value: '20, 30' } });
    expect(await sheet.findByText(/10 s already exists and stays/)).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Restore the previous text' }));
    expect(draft().axes[0]?.moves[0]?.values).toEqual({ kind: 'list', values: [10, 20, 30] });
    await user.click(sheet.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(button(/^Add 2 runs/)).toBeEnabled());
    await user.click(button(/^Add 2 runs/));
    await waitFor(() => expect(calls.some(({ route }) => route.endsWith('/extend'))).toBe(true));
  });
});
