import { describe, expect, it } from 'vitest';

import { coreAlgorithms } from '#tests/registry';

import { machineGeometry, type Box, type Point } from './stateGeometry';
import { ANY, type StateMachine } from './stateMachines';

const WIDTHS_PX = [340, 620];
const cases = coreAlgorithms.flatMap(({ name, machine }) =>
  WIDTHS_PX.map((width) => ({ name, width, machine })),
);

function isOnBorder({ x, y }: Point, box: Box): boolean {
  const overX = Math.abs(x - box.x) - box.width / 2;
  const overY = Math.abs(y - box.y) - box.height / 2;
  return Math.abs(Math.max(overX, overY)) < 1.5;
}

describe('machineGeometry', () => {
  it.each(cases)('ends each arrow of $name at its state, $width px wide', ({ machine, width }) => {
    const { states, groups, arrows } = machineGeometry(machine, width);
    const boxes = [...states, ...groups];
    arrows.forEach(({ end }, index) => {
      const to = boxes.find(({ name }) => name === machine.transitions[index]?.to_state);
      expect(to !== undefined && isOnBorder(end, to)).toBe(true);
    });
  });

  it.each(cases)('keeps the numbers of $name apart and off the states, $width px wide', (one) => {
    const { states, arrows, height } = machineGeometry(one.machine, one.width);
    const halfPx = 8;
    arrows.forEach(({ number }, index) => {
      for (const other of arrows.slice(index + 1)) {
        const distance = Math.max(
          Math.abs(number.x - other.number.x),
          Math.abs(number.y - other.number.y),
        );
        expect(distance).toBeGreaterThan(2 * halfPx);
      }
      for (const { x, y, width, height: tall } of states) {
        const isOver =
          Math.abs(number.x - x) < width / 2 - 1 && Math.abs(number.y - y) < tall / 2 - 1;
        expect(isOver).toBe(false);
      }
      expect(number.x).toBeGreaterThan(halfPx);
      expect(number.x).toBeLessThan(one.width - halfPx);
      expect(number.y).toBeGreaterThan(halfPx);
      expect(number.y).toBeLessThan(height - halfPx);
    });
  });

  it('lets two arrows between the same states pass one another', () => {
    const machine: StateMachine = {
      source: '',
      groups: [],
      states: [
        { phase: 'a', column: 0, row: 0, effect: 'steady' },
        { phase: 'b', column: 1, row: 0, effect: 'steady' },
      ],
      transitions: [
        { from_state: 'a', to_state: 'b', when: 'there.', number_at_ratio: 0.5 },
        { from_state: 'b', to_state: 'a', when: 'back.', number_at_ratio: 0.5 },
        { from_state: ANY, to_state: 'a', when: 'again.', number_at_ratio: 0.5 },
      ],
    };
    const { states, arrows } = machineGeometry(machine, 400);
    const [there, back, again] = arrows;
    expect(there?.number.y).toBeLessThan(states[0]?.y ?? 0);
    expect(back?.number.y).toBeGreaterThan(states[0]?.y ?? 0);
    expect(again?.start.x).toBeLessThan(again?.end.x ?? 0);
  });
});
