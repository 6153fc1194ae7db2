import { describe, expect, it } from 'vitest';

import {
  emptyDraft,
  freeId,
  minutesOf,
  stepsOf,
  textAt,
  titleOf,
  withCopy,
  withItem,
  withMoved,
  withStepId,
  withSteps,
  withValue,
  type LabDraft,
} from './draft';

const draft: LabDraft = {
  title: 'A lab',
  steps: [
    { id: 'guess', kind: 'prediction', about: 'run', minutes: 4 },
    { id: 'run', kind: 'run', minutes: 5, solution: { 'bottleneck.buffer.amount': 8 } },
  ],
};
const ids = (lab: LabDraft) => stepsOf(lab).map((step) => textAt(step, 'id'));

describe('a draft of a lab', () => {
  it('takes a value at a place, and loses one, without changing what it was', () => {
    expect(withValue(draft, 'steps.0.title', 'New').steps).toMatchObject([{ title: 'New' }, {}]);
    expect(ids(withValue(draft, 'steps.0', undefined))).toEqual(['run']);
    expect(withValue(draft, 'title', undefined)).not.toHaveProperty('title');
    expect(ids(draft)).toEqual(['guess', 'run']);
  });

  it('makes the places that a file lacks', () => {
    expect(withValue({}, 'goals.0', 'Say why')).toEqual({ goals: ['Say why'] });
    expect(withItem({ goals: 'none' }, 'goals', 0, 'a')).toEqual({ goals: ['a'] });
  });

  it('moves an item only to where there is one', () => {
    expect(ids(withMoved(draft, 'steps', 0, 1))).toEqual(['run', 'guess']);
    expect(withMoved(draft, 'steps', 0, 2)).toBe(draft);
    expect(withMoved(draft, 'steps', 0, -1)).toBe(draft);
  });

  it('gives each step an id of its own', () => {
    expect(freeId(draft, 'run')).toBe('run-2');
    expect(freeId(withCopy(draft, 1), 'run')).toBe('run-3');
    expect(ids(withCopy(draft, 1))).toEqual(['guess', 'run', 'run-2']);
    const more = withSteps(draft, [{ id: 'run' }, { id: 'run' }]);
    expect(ids(more.draft)).toEqual(['guess', 'run', 'run-2', 'run-3']);
    expect(more.firstId).toBe('run-2');
  });

  it('lets predictions follow a step that gets another id, unless two steps share it', () => {
    expect(stepsOf(withStepId(draft, 1, 'large'))[0]).toMatchObject({ about: 'large' });
    const twice = withValue(draft, 'steps.2', { id: 'run', kind: 'run' });
    expect(stepsOf(withStepId(twice, 2, 'other'))[0]).toMatchObject({ about: 'run' });
  });

  it('reads what is not there, or is something else', () => {
    expect(stepsOf({ steps: 'none' })).toEqual([]);
    expect(titleOf({ title: ' ' })).toBe('Untitled lab');
    expect(minutesOf({ steps: [{ minutes: 5 }, { minutes: '3' }, null] })).toBe(5);
    expect(stepsOf(emptyDraft('x'))).toEqual([]);
  });
});
