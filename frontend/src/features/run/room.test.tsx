import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { group, run, scenario } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

const flowsOf = (count: number) => scenario({ flows: [{ ...group('a', 0.02, 'bbr2'), count }] });

describe('ways to show many flows', () => {
  it.each([
    [6, false],
    [7, true],
  ])('with %i flows are offered: %s', async (count, isOffered) => {
    serveRuns([run({ id: 'one', scenario: flowsOf(count) })]);
    renderApp('/runs/one');
    await screen.findByRole('complementary', { name: 'Meaning' });
    const modes = screen.queryByRole('radiogroup', { name: 'How flows are drawn' });
    expect(modes !== null).toBe(isOffered);
    expect(screen.queryByRole('checkbox', { name: 'Ranking' }) !== null).toBe(isOffered);
  });
});

describe('pictures of a run', () => {
  it('have one button for all plots', async () => {
    serveRuns([run({ id: 'one' })]);
    renderApp('/runs/one');
    expect(await screen.findByRole('button', { name: /^Picture/ })).toBeVisible();
    expect(screen.queryAllByRole('button', { name: /^Picture of/ })).toHaveLength(0);
  });
});
