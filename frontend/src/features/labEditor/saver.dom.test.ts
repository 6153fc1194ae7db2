import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { LabDraft } from '@/analysis/labs/draft';
import type { LabDocument } from '@/api/classes/labDocuments';
import { ProblemError, UnreachableError } from '@/api/http/problem';

import { createSaver } from './saver';

const document = (revision: number, draft: LabDraft = {}): LabDocument => ({
  id: 'one',
  title: '',
  draft,
  revision,
  updated_at: '2026-11-20T17:00:00Z',
  problems: [],
  waits_for: {},
  versions: [],
});

/** A server that answers when the test says so. */
function server() {
  const asked: { draft: LabDraft; revision: number }[] = [];
  const answers: ((answer: LabDocument | Error) => void)[] = [];
  const write = (draft: LabDraft, revision: number) => {
    asked.push({ draft, revision });
    return new Promise<LabDocument>((resolve, reject) =>
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
    );
  };
  const answer = async (given: LabDocument | Error) => {
    answers.shift()?.(given);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { asked, answer, write };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what keeps a draft', () => {
  it('writes the last of several changes, with the revision that it knows', async () => {
    const { asked, answer, write } = server();
    const saver = createSaver(document(3), write);
    saver.keep({ title: 'a' });
    saver.keep({ title: 'ab' });
    expect(saver.state().status).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([{ draft: { title: 'ab' }, revision: 3 }]);
    expect(saver.state().status).toBe('saving');
    await answer(document(4));
    expect(saver.state().status).toBe('saved');
  });

  it('writes one at a time: what comes meanwhile goes next, on the new revision', async () => {
    const { asked, answer, write } = server();
    const saver = createSaver(document(1), write);
    saver.keep({ title: 'a' });
    await vi.advanceTimersByTimeAsync(1000);
    saver.keep({ title: 'ab' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(1);
    await answer(document(2));
    expect(asked[1]).toEqual({ draft: { title: 'ab' }, revision: 2 });
    await answer(document(3));
    expect(saver.state().status).toBe('saved');
  });

  it('writes again after silence, with what was typed meanwhile', async () => {
    const { asked, answer, write } = server();
    const saver = createSaver(document(1), write);
    saver.keep({ title: 'a' });
    await vi.advanceTimersByTimeAsync(1000);
    await answer(new UnreachableError('The lab does not answer.'));
    expect(saver.state()).toMatchObject({ status: 'failed' });
    saver.keep({ title: 'ab' });
    await vi.advanceTimersByTimeAsync(6000);
    expect(asked[1]).toEqual({ draft: { title: 'ab' }, revision: 1 });
  });

  it('does not overwrite what another window has written until the user confirms', async () => {
    const { asked, answer, write } = server();
    const saver = createSaver(document(1), write);
    saver.keep({ title: 'mine' });
    await vi.advanceTimersByTimeAsync(1000);
    await answer(new ProblemError(409, 'Changed', 'Changed in another window.', []));
    saver.keep({ title: 'mine, more' });
    await saver.flush();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    expect(saver.state().status).toBe('changed');

    void saver.writeOver({ title: 'mine, more' }, 5);
    expect(asked[1]).toEqual({ draft: { title: 'mine, more' }, revision: 5 });
    await answer(document(6));
    expect(saver.state().status).toBe('saved');
  });

  it('continues from a document that was read again', async () => {
    const { asked, answer, write } = server();
    const saver = createSaver(document(1), write);
    saver.keep({ title: 'mine' });
    await vi.advanceTimersByTimeAsync(1000);
    await answer(new ProblemError(409, 'Changed', 'Changed in another window.', []));
    saver.take(document(7, { title: 'theirs' }));
    expect(saver.state().status).toBe('saved');
    saver.keep({ title: 'theirs and mine' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked[1]?.revision).toBe(7);
  });
});
