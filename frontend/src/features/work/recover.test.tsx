import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { fakeApi, type Call } from '#tests/fakeApi';
import { algorithms } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { keyToText } from '@/analysis/links/keyText';

// The page is a chunk of its own: fetched before the clock of a test runs.
import './WorkPage';

const THEIRS = 'ab'.repeat(32);
const FILE = { link: 'https://lab.example/s/abc', share_id: 'one', owner_key: THEIRS };
const LINK = {
  kind: 'experiment',
  note: '',
  is_embeddable: true,
  created_at: '2026-11-20T17:00:00Z',
  expires_at: null,
  state: 'open',
};
const LINKS = [
  { ...LINK, id: 'one', title: 'Who wins?' },
  { ...LINK, id: 'two', title: 'Another', kind: 'runs', state: 'revoked' },
];

let calls: Call[] = [];

beforeEach(() => {
  calls = fakeApi({
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/owner': { body: { run_count: 12, draft_count: 0, newest_run_at: null } },
    'GET /api/shares': { body: { items: LINKS } },
    'POST /api/shares/*/revoke': { body: { ...LINKS[0], state: 'revoked' } },
  });
});

async function open(text: string) {
  const view = renderApp('/runs?show=links');
  const chooser = await screen.findByLabelText('Recovery file');
  fireEvent.change(chooser, { target: { files: [new File([text], 'fairtt-lab-link.json')] } });
  return view;
}

describe('links of another browser', () => {
  it('are revoked with the recovery file, that one link and no other', async () => {
    const { user } = await open(JSON.stringify(FILE));
    const button = await screen.findByRole('button', { name: 'Revoke this link' });
    expect(screen.getAllByText('Another')).toHaveLength(1);
    await user.click(button);
    expect(await screen.findByText('The link is revoked')).toBeVisible();
    const revoked = calls.find(({ route }) => route.startsWith('POST'));
    expect(revoked?.route).toBe('POST /api/shares/one/revoke');
    expect(revoked?.headers.get('x-lab-owner')).toBe(THEIRS);
  });

  it('are all there with a key, and its work can be brought over', async () => {
    const { user } = renderApp('/runs?show=links');
    const field = await screen.findByRole('textbox', { name: 'or enter a key' });
    fireEvent.change(field, { target: { value: keyToText(THEIRS) } });
    await waitFor(() => expect(screen.getAllByText('Another')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: /Move all work/ }));
    expect(await screen.findByText('The key has 12 runs and 0 drafts.')).toBeVisible();
  });

  it('are distinguished from other files and from links of another lab', async () => {
    await open('{"duration_s": 3}');
    expect(await screen.findByText(/neither a recovery file/)).toBeVisible();
    fireEvent.change(screen.getByLabelText('Recovery file'), {
      target: { files: [new File([JSON.stringify({ ...FILE, share_id: 'x' })], 'a.json')] },
    });
    expect(await screen.findByText(/The file is of https:..lab.example/)).toBeVisible();
  });
});
