import { readFileSync } from 'node:fs';

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { group, run, scenario, timeline } from '#tests/fixtures';
import { filledRail } from '#tests/rails';
import { renderApp } from '#tests/renderApp';
import { serveRuns } from '#tests/serveRuns';

import { RAILS_PX } from '@/opening/prefetchRun';

const flowsOf = (count: number) => scenario({ flows: [{ ...group('a', 0.02, 'bbr2'), count }] });

describe('ways to show many flows', () => {
  it.each([
    [6, false],
    [7, true],
  ])('with %i flows are offered: %s', async (count, isOffered) => {
    serveRuns([run({ id: 'one', scenario: flowsOf(count) })]);
    renderApp('/runs/one');
    await filledRail('Scenario');
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

describe('lanes on a phone', () => {
  it('say how many of them are shown, and are all there on request', async () => {
    const matches = (query: string) => query.includes('max-width: 760px');
    const listeners = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.stubGlobal('matchMedia', (media: string) => ({
      media,
      matches: matches(media),
      ...listeners,
    }));
    const flows = ['near', 'middle', 'far'].map((label) => group(label, 0.02, 'bbr2'));
    const known = timeline('one');
    const phases = flows.flatMap((_, flow_index) =>
      known.phases.slice(0, 1).map((phase) => ({ ...phase, flow_index })),
    );
    serveRuns([run({ id: 'one', scenario: scenario({ flows }) })], {
      'GET /api/runs/*/timeline': { body: { ...known, phases } },
    });
    const { user } = renderApp('/runs/one');
    const laneCount = () => document.querySelectorAll('[data-lane]').length;
    expect(await screen.findAllByText('2 of 3 shown')).not.toHaveLength(0);
    const few = laneCount();
    await user.click(screen.getByRole('button', { name: 'All lanes' }));
    expect(laneCount()).toBe(few * 1.5);
    expect(screen.queryByText(/of 3 shown/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Fewer lanes' }));
    await waitFor(() => expect(laneCount()).toBe(few));
  });
});

describe('the rails whose width a prefetch leaves out', () => {
  const read = (name: string) => readFileSync(`${process.cwd()}/src/${name}`, 'utf8');
  const [wide = '', rest = ''] = read('features/run/run.module.css').split('(max-width: 1240px)');
  const [narrow = '', phone = ''] = rest.split('(max-width: 760px)');
  const tokens = read('styles/tokens.css');

  it.each([
    [1240, wide],
    [760, narrow],
    [0, phone],
  ])('are as wide as the styles have them above %i px', (above, part) => {
    const columns = /\.work[^{}]*\{[^{}]*grid-template-columns: ([^;]+);/.exec(part)?.[1] ?? 'none';
    const withTokens = columns.replaceAll(
      /var\(--([\w-]+)\)/g,
      (_, name) => new RegExp(`--${name}: (\\w+);`).exec(tokens)?.[1] ?? 'unknown',
    );
    const [left = '0', right = '0'] = withTokens.split('minmax(0, 1fr)').map((side) => side || '0');
    const px = parseInt(left) + parseInt(right);
    expect(RAILS_PX.find((rails) => rails.above === above)?.px).toBe(px);
  });
});
