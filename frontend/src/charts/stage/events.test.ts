import { describe, expect, it } from 'vitest';

import { densityPath, eventMarks, placedWords, wordsAt } from './events';
import { stageGeometry } from './geometry';
import type { StageEvent } from '../model';

const geometry = stageGeometry({ width: 154, height: 300, gutterPx: 18 }, [1], {
  phases: 1,
  limits: 0,
  events: 1,
});
const row = { top: 0, bottom: 18 };
const range = [0, 10] as const;

const event = (timeSeconds: number, kind: string, reason = ''): StageEvent => ({
  timeSeconds,
  flowIndex: 0,
  kind,
  reason,
});

describe('eventMarks', () => {
  it('merges marks of a kind that would cover one another', () => {
    const events = [event(1, 'rto'), event(1.1, 'rto'), event(3, 'rto')];
    expect(eventMarks(events, range, geometry, row)).toHaveLength(2);
  });

  it('leaves out ends of episodes and what is out of view', () => {
    const events = [event(1, 'recovery_end'), event(50, 'rto')];
    expect(eventMarks(events, range, geometry, row)).toEqual([]);
  });

  it('says the cause where there is room up to the next mark', () => {
    const wide = stageGeometry({ width: 1054, height: 300, gutterPx: 18 }, [1], {
      phases: 1,
      limits: 0,
      events: 1,
    });
    const events = [event(1, 'probe_rtt', 'min_rtt_expired'), event(1.2, 'drain', 'plateau')];
    const texts = eventMarks(events, range, wide, row).map(({ text }) => text);
    expect(texts).toEqual([null, 'plateau']);
  });
});

describe('words beside marks', () => {
  it('pass over the crowd of recoveries, which is drawn behind them', () => {
    const size = { width: 1054, height: 300, gutterPx: 18 };
    const wide = stageGeometry(size, [1], { phases: 1, limits: 0, events: 1 });
    const events = [event(1, 'probe_rtt', 'min_rtt_expired'), event(1.2, 'recovery_start')];
    const texts = eventMarks(events, range, wide, row).map(({ text }) => text);
    expect(texts).toEqual(['min rtt expired', null]);
  });
});

describe('wordsAt', () => {
  const nameOf = () => 'elephant';
  const events = [
    event(1, 'probe_rtt', 'min_rtt_expired'),
    event(1.05, 'recovery_start'),
    event(1.06, 'rto'),
    event(5, 'rto'),
  ];

  it('says who, what and why: all of a few, else how many others', () => {
    const three = 'elephant: ProbeRTT, min rtt expired; elephant: loss recovery; elephant: timeout';
    expect(wordsAt(events, nameOf, 1, 0.1)).toBe(three);
    const more = [...events, event(1.07, 'drain', 'plateau')];
    expect(wordsAt(more, nameOf, 1, 0.1)).toBe(
      'elephant: ProbeRTT, min rtt expired; elephant: loss recovery; 2 others',
    );
  });

  it('says nothing where nothing happened', () => {
    expect(wordsAt(events, nameOf, 3, 0.1)).toBeNull();
  });
});

describe('words at the cursor of a narrow drawing', () => {
  const phone = stageGeometry({ width: 366, height: 300, gutterPx: 104 }, [1], {
    phases: 0,
    limits: 0,
    events: 1,
  });
  const long =
    'elephant: ProbeRTT, min rtt expired; mouse: window reduced after an ECN mark; 2 others';

  it.each([36, 150, 262])('stay inside with the cursor at %i px', (x) => {
    for (const words of [long, 'mouse: timeout', `mouse: ${'because '.repeat(30)}`]) {
      const { left, width } = placedWords(words, x, phone);
      expect(left).toBeGreaterThanOrEqual(phone.left);
      expect(left + width).toBeLessThanOrEqual(phone.width);
    }
  });

  it('have a line for each event where they do not fit in one', () => {
    expect(placedWords(long, 150, phone).lines).toEqual(long.split('; '));
    expect(placedWords('mouse: timeout', 150, phone).lines).toEqual(['mouse: timeout']);
  });
});

describe('densityPath', () => {
  it('draws the fullest column as high as the row and the others in proportion', () => {
    const events = [1, 1.1, 1.2, 1.3].map((time) => event(time, 'rto')).concat(event(5, 'rto'));
    const { path, most } = densityPath(events, range, geometry, row);
    expect(most).toBe(2);
    expect(path.match(/v-18\.0/g)).toHaveLength(2);
    expect(path.match(/v-9\.0/g)).toHaveLength(1);
  });

  it('counts what is in view only', () => {
    expect(densityPath([event(20, 'rto')], range, geometry, row)).toEqual({ path: '', most: 0 });
  });
});
