import { describe, expect, it } from 'vitest';

import { record, redo, startHistory, undo } from './history';

describe('a history', () => {
  it('goes back and forth', () => {
    const two = record(record(startHistory('a'), 'b', 'x', 0), 'c', 'y', 10);
    expect(undo(two).present).toBe('b');
    expect(undo(undo(two)).present).toBe('a');
    expect(redo(undo(undo(two))).present).toBe('b');
    expect(redo(redo(undo(undo(two)))).present).toBe('c');
  });

  it('takes typing in one field as one step', () => {
    const typed = record(record(startHistory('1'), '12', 'rtt', 0), '12.5', 'rtt', 400);
    expect(undo(typed).present).toBe('1');
    const later = record(typed, '12.57', 'rtt', 5000);
    expect(undo(later).present).toBe('12.5');
  });

  it('never joins changes without a subject', () => {
    const twice = record(record(startHistory('a'), 'b', '', 0), 'c', '', 1);
    expect(undo(twice).present).toBe('b');
  });

  it('starts a new step after an undo, and forgets what was undone', () => {
    const typed = record(startHistory('a'), 'b', 'x', 0);
    const again = record(undo(typed), 'c', 'x', 1);
    expect(redo(again).present).toBe('c');
    expect(undo(again).present).toBe('a');
  });

  it('stays where it is at both ends', () => {
    const start = startHistory('a');
    expect(undo(start)).toBe(start);
    expect(redo(start)).toBe(start);
  });
});
