import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { waitForStoring } from '@/state/waitingModule';

import { fakeApi } from '#tests/fakeApi';
import { taken } from '#tests/fakeDesk';
import { coreAlgorithms } from '#tests/registry';
import { renderApp } from '#tests/renderApp';

vi.mock('@/files/FileDesk', () => import('#tests/fakeDesk'));

const SHA256 = 'ab'.repeat(32);
const MODULES = '/api/algorithms/modules';
const module = {
  name: `wasm:${SHA256}`,
  sha256: SHA256,
  byte_count: 2048,
  description: {
    name: 'mine',
    title: 'Mine',
    summary: 'A tenth per loss.',
    source: '',
    recovery: 'own',
    ecn: 'off',
    parameters: [
      { name: 'beta_percent', description: 'Kept', default: 90, minimum: 1, maximum: 99 },
    ],
    series: [],
    phases: [],
    reasons: [],
  },
  build_line: '',
  licence: 'MIT',
  created_at: '2026-11-28T12:00:00Z',
};
const lists = {
  'GET /api/algorithms': { body: coreAlgorithms },
  'GET /api/algorithms/not-public': { body: [] },
};

function drop(name: string) {
  const file = new File(['int'], name);
  const event = new Event('drop', { cancelable: true });
  // jsdom has no DataTransfer of its own.
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } });
  act(() => void window.dispatchEvent(event));
}

describe('your algorithm', () => {
  it('takes modules and sources that are dropped, and hands on what belongs elsewhere', async () => {
    fakeApi(lists);
    renderApp('/algorithms');
    const own = within(await screen.findByRole('region', { name: 'Your algorithm' }));
    drop('mine.wasm');
    drop('mine.c');
    drop('iperf3.json');
    await waitFor(() => expect(taken).toEqual(['iperf3.json']));
    expect(await own.findByText('mine.wasm, 3 bytes')).toBeVisible();
    expect(own.getByText('mine.c, 3 bytes')).toBeVisible();
    act(() => waitForStoring(null));
    expect(own.getByRole('button', { name: 'Store the module' })).toBeDisabled();
  });

  it('stores a module and shows what was read of it', async () => {
    let stored: unknown[] = [];
    const calls = fakeApi({
      ...lists,
      [`GET ${MODULES}`]: () => ({ body: stored }),
      [`POST ${MODULES}`]: () => {
        stored = [module];
        return { status: 201, body: { ...module, source_text: '', is_mine: true } };
      },
    });
    renderApp('/algorithms');
    const own = within(await screen.findByRole('region', { name: 'Your algorithm' }));
    const button = own.getByRole('button', { name: 'Store the module' });
    expect(button).toBeDisabled();
    await userEvent.upload(
      own.getByLabelText('Module (.wasm)'),
      new File([new Uint8Array([0, 97, 115, 109])], 'mine.wasm', { type: 'application/wasm' }),
    );
    await userEvent.type(own.getByLabelText('Licence of the source (optional)'), 'MIT');
    await userEvent.click(button);
    expect(await own.findByText('Mine is stored.')).toBeVisible();
    expect(await own.findByText('1 to 99, default 90')).toBeVisible();
    expect(own.getByText('wasm:abababab, 2048 bytes, MIT')).toBeVisible();
    expect(own.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      `${MODULES}/${SHA256}/file`,
    );
    const sent = calls.find(({ route }) => route === `POST ${MODULES}`);
    expect(sent?.body).toEqual({
      content_base64: 'AGFzbQ==',
      source_text: '',
      build_line: '',
      licence: 'MIT',
    });
  });

  it('says why a module is refused', async () => {
    const detail = 'content_base64 is not a module of an algorithm: it does not export ccsim_init';
    fakeApi({
      ...lists,
      [`POST ${MODULES}`]: { status: 422, body: { title: 'Invalid', detail, errors: [] } },
    });
    renderApp('/algorithms');
    const own = within(await screen.findByRole('region', { name: 'Your algorithm' }));
    await userEvent.upload(own.getByLabelText('Module (.wasm)'), new File(['x'], 'x.wasm'));
    await userEvent.click(own.getByRole('button', { name: 'Store the module' }));
    expect(await own.findByText('The module was not stored')).toBeVisible();
    expect(own.getByText(detail)).toBeVisible();
  });

  it('takes one out of the list', async () => {
    let stored: unknown[] = [module];
    fakeApi({
      ...lists,
      [`GET ${MODULES}`]: () => ({ body: stored }),
      [`DELETE ${MODULES}/*`]: () => {
        stored = [];
        return { status: 204 };
      },
    });
    renderApp('/algorithms');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Remove Mine, wasm:abababab' }),
    );
    expect(await screen.findByText('Mine is removed from your list.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mine' })).toBeNull());
  });
});
