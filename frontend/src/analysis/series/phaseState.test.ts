import { describe, expect, it } from 'vitest';

import { phasesByFlow, phaseStateAt } from './phaseState';

const phase = (flowIndex: number, startSeconds: number, endSeconds: number, name: string) => ({
  flowIndex,
  startSeconds,
  endSeconds,
  phase: name,
  reason: `why_${name}`,
});

describe('phaseStateAt', () => {
  const byFlow = phasesByFlow([
    phase(0, 2, 5, 'drain'),
    phase(1, 0, 9, 'startup'),
    phase(0, 0, 2, 'startup'),
    phase(0, 6, 8, 'cruise'),
  ]);

  it('finds the phase of a flow with its reason, age and length', () => {
    expect(phaseStateAt(byFlow.get(0), 3.5)).toEqual({
      phase: 'drain',
      reason: 'why_drain',
      elapsedSeconds: 1.5,
      lengthSeconds: 3,
    });
    expect(phaseStateAt(byFlow.get(1), 3.5)?.phase).toBe('startup');
  });

  it('is the phase after all that happens at a moment, as replay shows it', () => {
    expect(phaseStateAt(byFlow.get(0), 2)?.phase).toBe('drain');
    expect(phaseStateAt(byFlow.get(0), 0)?.phase).toBe('startup');
    expect(phaseStateAt(byFlow.get(0), 5)?.phase).toBe('drain');
  });

  it('knows no phase in a gap and after the last', () => {
    expect(phaseStateAt(byFlow.get(0), 5.5)).toBeNull();
    expect(phaseStateAt(byFlow.get(0), 8.1)).toBeNull();
    expect(phaseStateAt(byFlow.get(7), 1)).toBeNull();
  });
});
