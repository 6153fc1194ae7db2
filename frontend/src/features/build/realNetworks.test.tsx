import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { checked } from '#tests/fixtures';
import { openBuilder, serveBuilder } from '#tests/varying';
import { currentDraft } from '@/state/drafts';

interface Draft {
  readonly bottleneck: Readonly<Record<string, unknown>>;
  readonly links?: readonly Readonly<Record<string, unknown>>[];
  readonly flows: readonly Readonly<Record<string, unknown>>[];
}

beforeEach(() => {
  serveBuilder({ 'POST /api/scenarios/check': { body: checked() } });
});

const draft = () => JSON.parse(currentDraft()?.text ?? '{}') as Draft;
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

async function openChanges() {
  const view = await openBuilder();
  await view.user.click(screen.getByText('How the link changes'));
  return view;
}

describe('a table of steps', () => {
  it('adds rows, each 10 s after the last one, and takes them away', async () => {
    const { user } = await openChanges();
    const add = await screen.findByRole('button', { name: 'Add to rate over time' });
    await user.click(add);
    await user.click(add);
    const steps = draft().bottleneck.rate_schedule as { at_s: number }[];
    expect(steps).toHaveLength(2);
    expect((steps[1]?.at_s ?? 0) - (steps[0]?.at_s ?? 0)).toBe(10);
    type('Rate, row 2', '2.5');
    expect(draft().bottleneck.rate_schedule).toMatchObject([{}, { rate_bps: 2_500_000 }]);
    await user.click(screen.getByRole('button', { name: 'Remove row 1 of rate over time' }));
    expect(draft().bottleneck.rate_schedule).toMatchObject([{ rate_bps: 2_500_000 }]);
    await user.click(screen.getByRole('button', { name: 'Remove row 1 of rate over time' }));
    expect(draft().bottleneck).not.toHaveProperty('rate_schedule');
  });
});

describe('what is drawn before a run', () => {
  it('says what changes', async () => {
    const { user } = await openChanges();
    await user.click(await screen.findByRole('button', { name: 'Add to rate over time' }));
    expect(await screen.findByText(/^rate over time 1 Mbit.s to 10 Mbit.s/)).toBeVisible();
  });

  it('has the rule of the queue that is chosen, and none of drop-tail', async () => {
    const { user } = await openBuilder();
    await user.click(await screen.findByRole('radio', { name: 'CoDel' }));
    expect(
      await screen.findByText(/^CoDel: once packets have waited longer than 5 ms/),
    ).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Drop-tail' }));
    await waitFor(() => expect(screen.queryByText(/^CoDel: once packets/)).toBeNull());
  });
});

describe('a delivery trace', () => {
  const input = () => document.querySelector<HTMLInputElement>('input[accept*=".pps"]');
  const open = (text: string) => {
    const element = input();
    if (element === null) throw new Error('no input for files');
    fireEvent.change(element, { target: { files: [new File([text], 'measured.down')] } });
  };

  it('is read from a file, with the rate that it has on average', async () => {
    const { user } = await openChanges();
    await screen.findByRole('button', { name: 'Open a file' });
    open('1\n2\n2\n4\n');
    await waitFor(() =>
      expect(draft().bottleneck.trace).toEqual({
        label: 'measured.down',
        opportunities_ms: [1, 2, 2, 4],
        after_end: 'repeat',
      }),
    );
    // Four times 1,500 bytes in 4 ms.
    expect(draft().bottleneck.rate_bps).toBe(12_000_000);
    expect(screen.getByText(/^measured.down: 4 opportunities in 0.004 s/)).toBeVisible();
    const choice = screen.getByRole('combobox', { name: 'After the trace ends' });
    await user.selectOptions(choice, 'hold');
    await waitFor(() => expect(draft().bottleneck.trace).toHaveProperty('after_end', 'hold'));
    open('1\n3\n');
    await screen.findByText(/^measured.down: 2 opportunities/);
    expect(draft().bottleneck.trace).toHaveProperty('after_end', 'hold');
    fireEvent.click(screen.getByRole('button', { name: 'Remove it' }));
    expect(draft().bottleneck).not.toHaveProperty('trace');
  });

  it('that is none is refused with its line, and nothing changes', async () => {
    await openChanges();
    await screen.findByRole('button', { name: 'Open a file' });
    open('1\nfour\n');
    expect(await screen.findByRole('alert')).toHaveTextContent(/line 2/i);
    expect(draft().bottleneck).not.toHaveProperty('trace');
  });
});

describe('further links', () => {
  it('get a name of their own, and paths can name them', async () => {
    const { user } = await openBuilder();
    const section = within(screen.getByRole('region', { name: 'Further links' }));
    await user.click(section.getByRole('button', { name: 'Add a link' }));
    await user.click(section.getByRole('button', { name: 'Add a link' }));
    const ids = draft().links?.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(2);
    const mouse = screen.getByRole('group', { name: 'mouse' });
    await user.click(within(mouse).getByText('more'));
    const first = String(ids[0]);
    const adds = await within(mouse).findAllByRole('combobox', { name: /^Add a link to/ });
    for (const add of adds.slice(0, 1)) await user.selectOptions(add, first);
    expect(draft().flows[1]?.path).toEqual(['bottleneck', first]);
    await user.click(
      within(mouse).getAllByRole('button', { name: new RegExp(`^Remove ${first} from`) })[0] ??
        mouse,
    );
    // Default values are not written.
    expect(draft().flows[1]).not.toHaveProperty('path');
  });

  it('say that no flow passes them, and are added to a path where they are', async () => {
    const { user } = await openBuilder();
    const section = within(screen.getByRole('region', { name: 'Further links' }));
    await user.click(section.getByRole('button', { name: 'Add a link' }));
    const id = String(draft().links?.[0]?.id);
    expect(section.getByRole('status')).toHaveTextContent(`No flow passes ${id}`);
    await user.click(section.getByRole('button', { name: 'Add to the path of mouse' }));
    expect(draft().flows[1]?.path).toEqual(['bottleneck', id]);
    expect(section.queryByRole('status')).toBeNull();
    await user.click(section.getByRole('checkbox', { name: `ACKs of elephant pass ${id}` }));
    expect(draft().flows[0]?.return_path).toEqual([id]);
    await user.click(section.getByRole('checkbox', { name: `data of mouse pass ${id}` }));
    expect(draft().flows[1]).not.toHaveProperty('path');
  });
});
