import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Answer } from '#tests/fakeApi';
import { checked, run } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { serveBuilder, openBuilder } from '#tests/varying';
import { currentDraft } from '@/state/drafts';

interface Sent {
  readonly scenario: {
    readonly duration_s: unknown;
    readonly bottleneck?: { readonly delay_s: number };
    readonly flows?: readonly { readonly rtt_s: number }[];
  };
}

function refusal(path: string, message: string, value: unknown, bound: unknown): Answer {
  const errors = [{ path, pointer: '', message, value, bound }];
  return { status: 422, body: { title: 'Invalid', detail: message, status: 422, errors } };
}

/** Refuses what is no duration and an RTT that is shorter than the path, as the server does. */
function check(_url: URL, body: unknown): Answer {
  const { bottleneck, flows, duration_s } = (body as Sent).scenario;
  if (typeof duration_s !== 'number') {
    const message = "duration_s is '12 s'; it must be a number";
    return refusal('duration_s', message, duration_s, null);
  }
  if (bottleneck === undefined || flows === undefined) return { body: checked() };
  const bound = 2 * bottleneck.delay_s;
  const index = flows.findIndex(({ rtt_s }) => rtt_s < bound);
  if (index < 0) return { body: checked() };
  const path = `flows.${index}.rtt_s`;
  const message = `${path} is short; it must be at least twice bottleneck.delay_s (${bound} s)`;
  return refusal(path, message, flows[index]?.rtt_s, bound);
}

beforeEach(() => {
  serveBuilder({
    'POST /api/scenarios/check': check,
    'GET /api/runs/*': { body: run({ id: 'one', seed: 9 }) },
    'GET /api/runs': { body: { items: [], next_cursor: null } },
  });
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const draft = () => JSON.parse(currentDraft()?.text ?? '{}') as Record<string, never>;
const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(window, { key: name, ctrlKey: true, ...more });

describe('the form', () => {
  it('shows what the scenario says in the units that people read', async () => {
    await openBuilder();
    expect(box('Rate').value).toBe('10');
    expect(box('Propagation delay').value).toBe('10');
    expect(box('Loss probability').value).toBe('0.15');
    expect(box('Base RTT of elephant').value).toBe('35');
    expect(box('Duration').value).toBe('10');
  });

  it('writes a typed number to the last bit and keeps it as typed', async () => {
    await openBuilder();
    type('Propagation delay', '12.5');
    expect(draft()).toMatchObject({ bottleneck: { delay_s: 0.0125 } });
    type('Propagation delay', '12.');
    expect(box('Propagation delay').value).toBe('12.');
    expect(draft()).toMatchObject({ bottleneck: { delay_s: 0.012 } });
  });

  it('says at the flow what is wrong, and fixes it', async () => {
    const { user } = await openBuilder();
    type('Base RTT of mouse', '15');
    const mouse = screen.getByRole('group', { name: 'mouse' });
    expect(await within(mouse).findByText('15 ms is not possible.')).toBeVisible();
    expect(screen.getByText('1 problem').parentElement).toHaveTextContent('1 problem in mouse');
    expect(box('Base RTT of mouse')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('button', { name: /^Run/ })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Set delay to 7.5 ms' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set RTT to 20 ms' }));
    expect(box('Base RTT of mouse').value).toBe('20');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Run/ })).toBeEnabled());
  });

  it('marks a text that is no number where it stands', async () => {
    await openBuilder();
    type('Duration', '12 apples');
    expect(box('Duration').value).toBe('12 apples');
    expect(await screen.findByText('“12 apples” has an unknown unit.')).toBeVisible();
    expect(screen.getByText(/This field takes a time, such as 40 ms\./)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Run/ })).toBeDisabled();
  });

  it('goes back and forth, field by field', async () => {
    await openBuilder();
    type('Rate', '20');
    type('Propagation delay', '5');
    key('z');
    expect(box('Propagation delay').value).toBe('10');
    expect(box('Rate').value).toBe('20');
    key('z');
    expect(box('Rate').value).toBe('10');
    key('z', { shiftKey: true });
    expect(box('Rate').value).toBe('20');
  });

  it('moves with its slider along a logarithmic scale', async () => {
    await openBuilder();
    const slider = screen.getByRole('slider', { name: 'Duration, slider' });
    fireEvent.change(slider, { target: { value: '300' } });
    expect(box('Duration').value).toBe('3600');
    expect(slider).toHaveAttribute('aria-valuetext', '3600 s');
  });

  it('keeps the buffer when its unit changes', async () => {
    const { user } = await openBuilder();
    await screen.findByText(/^Ready/);
    const { buffer_bytes } = checked().derived;
    await user.selectOptions(screen.getByRole('combobox', { name: 'Unit of buffer' }), 'kB');
    expect(draft()).toMatchObject({
      bottleneck: { buffer: { unit: 'bytes', amount: buffer_bytes } },
    });
    expect(box('Buffer').value).toBe(String(buffer_bytes / 1000));
  });

  it('has no control that is dead or that has nothing to choose from', async () => {
    await openBuilder();
    expect(screen.queryByText(/not simulated/i)).toBeNull();
    for (const role of ['radio', 'option', 'combobox', 'checkbox', 'slider', 'textbox']) {
      for (const control of screen.queryAllByRole(role)) expect(control).toBeEnabled();
    }
    for (const select of screen.getAllByRole('combobox')) {
      expect(within(select).getAllByRole('option').length).toBeGreaterThan(1);
    }
  });

  it('changes the kind of loss with all that the kind needs', async () => {
    await openBuilder();
    fireEvent.click(screen.getByRole('radio', { name: 'Gilbert-Elliott' }));
    expect(box('Bad to good').value).toBe('10');
    expect(draft()).toMatchObject({
      bottleneck: {
        loss: {
          kind: 'gilbert_elliott',
          good_to_bad_probability: 0.001,
          bad_to_good_probability: 0.1,
          position: 'after_queue',
        },
      },
    });
  });
});

describe('the flows', () => {
  it('are copied, added and removed', async () => {
    const { user } = await openBuilder();
    await user.click(screen.getByRole('button', { name: 'Copy elephant' }));
    expect(screen.getByRole('group', { name: 'elephant copy' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Add flows/ }));
    expect(draft()).toMatchObject({
      flows: [
        { label: 'elephant' },
        { label: 'elephant copy' },
        { label: 'mouse' },
        { label: 'BBRv2' },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Remove mouse' }));
    expect(screen.queryByRole('group', { name: 'mouse' })).toBeNull();
  });

  it('take the parameters of their algorithm, and drop those of another one', async () => {
    const { user } = await openBuilder();
    await user.click(screen.getByRole('button', { name: 'More of mouse' }));
    type('cwnd gain', '2.5');
    expect(draft()).toMatchObject({
      flows: [{}, { algorithm: { name: 'bbr2', parameters: { cwnd_gain_ratio: 2.5 } } }],
    });
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Algorithm of mouse' }),
      'FaiRTT',
    );
    expect(draft()).toMatchObject({
      flows: [{}, { algorithm: { name: 'fairtt', parameters: {} } }],
    });
  });
});

describe('where it came from', () => {
  it('is compared with what it is now, and each change can be taken back', async () => {
    const { user } = await openBuilder();
    expect(screen.getByText('Nothing yet.')).toBeVisible();
    type('Rate', '20');
    await user.click(screen.getByRole('button', { name: 'Remove mouse' }));
    await user.click(screen.getByRole('button', { name: 'Undo the change of mouse' }));
    expect(screen.getByRole('group', { name: 'mouse' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo the change of Rate' }));
    expect(box('Rate').value).toBe('10');
    expect(screen.getByText('Nothing yet.')).toBeVisible();
  });

  it('is known after a reload', async () => {
    const first = await openBuilder();
    type('Rate', '20');
    await waitFor(() => expect(first.router.state.location.href).toBe('/build'));
    first.unmount();
    renderApp('/build');
    expect(await screen.findByText(/^Changed from Elephant and mouse/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Undo the change of Rate' })).toBeVisible();
  });

  it('is the file after one was opened', async () => {
    const { user, container } = await openBuilder();
    const input = container.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('There is no way to open a file.');
    const file = new File(['{"duration_s": 4}'], 'mine.json', { type: 'application/json' });
    // jsdom does not read files; a browser does.
    file.text = () => Promise.resolve('{"duration_s": 4}');
    await user.upload(input, file);
    expect(await screen.findByText('Changed from mine.json')).toBeVisible();
    expect(box('Duration').value).toBe('4');
  });

  it('is the clipboard after a scenario was pasted', async () => {
    await openBuilder();
    const text = JSON.stringify({ name: 'Pasted', duration_s: 3 });
    fireEvent.paste(document.body, { clipboardData: { getData: () => text } });
    expect(await screen.findByText('Changed from the clipboard')).toBeVisible();
    expect(box('Duration').value).toBe('3');
  });
});

it('leads to the text where there is nothing to show in a form', async () => {
  const { user } = await openBuilder();
  fireEvent.click(screen.getByRole('radio', { name: 'JSON' }));
  fireEvent.change(box('Scenario as JSON'), { target: { value: '{"a": ' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Form' }));
  await user.click(await screen.findByRole('button', { name: 'Fix the JSON' }));
  expect(box('Scenario as JSON').value).toBe('{"a": ');
});
