import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { serveBuilder, openBuilder } from '#tests/varying';
import { currentDraft } from '@/state/drafts';

beforeEach(() => {
  serveBuilder();
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const draft = () => JSON.parse(currentDraft()?.text ?? '{}') as Record<string, never>;

describe('a typed number', () => {
  it('reads a decimal comma and a unit, and takes the unit over', async () => {
    await openBuilder();
    type('Loss probability', '0,15');
    type('Propagation delay', '22,5');
    expect(box('Propagation delay').value).toBe('22,5');
    expect(draft()).toMatchObject({
      bottleneck: { delay_s: 0.0225, loss: { probability: 0.0015 } },
    });
    type('Duration', '2 min');
    type('Rate', '1,5 Gbit/s');
    expect(draft()).toMatchObject({ duration_s: 120, bottleneck: { rate_bps: 1.5e9 } });
    fireEvent.blur(box('Rate'));
    expect(box('Rate').value).toBe('1.5');
    expect(screen.getByLabelText<HTMLSelectElement>('Unit of rate').value).toBe('1000000000');
    type('Buffer', '64 KiB');
    fireEvent.blur(box('Buffer'));
    expect(box('Buffer').value).toBe('65.536');
    expect(draft()).toMatchObject({ bottleneck: { buffer: { unit: 'bytes', amount: 65_536 } } });
    expect(draft()).not.toHaveProperty('bottleneck.buffer.rtt_s');
  });

  it('asks for what is not clear once the field is left, and runs nothing before', async () => {
    const { user } = await openBuilder();
    type('Propagation delay', '12');
    const before = draft();
    type('Propagation delay', '1,234');
    expect(box('Propagation delay')).not.toBeInvalid();
    expect(draft()).toEqual(before);
    fireEvent.blur(box('Propagation delay'));
    expect(box('Propagation delay').value).toBe('1,234');
    expect(await screen.findByText('“1,234” is not clear.')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Run/ })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Set to 1.234 ms' }));
    expect(draft()).toMatchObject({ bottleneck: { delay_s: 0.001234 } });
    expect(box('Propagation delay').value).toBe('1.234');
  });

  it('refuses a unit of another kind with what the field takes', async () => {
    await openBuilder();
    type('Rate', '40 ms');
    fireEvent.blur(box('Rate'));
    expect(await screen.findByText('“40 ms” is a time.')).toBeVisible();
    expect(screen.getByText(/This field takes a rate, such as 10 Mbit\/s\./)).toBeVisible();
  });
});
