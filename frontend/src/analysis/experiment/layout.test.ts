import { describe, expect, it } from 'vitest';

import { armCells, firstCell, gridOf, layoutOf, panelsOf } from './layout';

const axis = (label: string, count: number, role: string | null = null) => ({
  label,
  role,
  unit: '',
  points: Array.from({ length: count }, (_, index) => ({ text: String(index) })),
});
const ARM = axis('Algorithm', 2, 'arm');
const RTT = axis('RTT ratio', 4);
const BUFFER = axis('Buffer', 3);
const LOSS = axis('Loss', 5);

describe('the layout of axes', () => {
  it('has no axes for replications alone, and one panel', () => {
    const layout = layoutOf([], {});
    expect(layout).toEqual({ x: null, y: null, by: [], arm: null, held: [] });
    expect(panelsOf([], layout, 0)).toEqual([{ key: '', arm: null, parts: [], cell: 0 }]);
    expect([...gridOf([], layout, 0).cells]).toEqual([0]);
  });

  it('puts the first free axis to the side and the second one up', () => {
    expect(layoutOf([ARM, RTT, BUFFER], {})).toMatchObject({ x: 1, y: 2, by: [], arm: 0 });
    expect(layoutOf([ARM, RTT], {})).toMatchObject({ x: 1, y: null });
    expect(layoutOf([RTT, BUFFER], {})).toMatchObject({ x: 0, y: 1, arm: null });
  });

  it('takes what is asked for, and the usual for what makes no sense', () => {
    const axes = [ARM, RTT, BUFFER, LOSS];
    expect(layoutOf(axes, { x: 3, y: 1 })).toMatchObject({ x: 3, y: 1, by: [2] });
    expect(layoutOf(axes, { x: 2, y: 2 })).toMatchObject({ x: 2, y: 1 });
    expect(layoutOf(axes, { x: 0, y: 9 })).toMatchObject({ x: 1, y: 2 });
    expect(layoutOf(axes, { y: 1 })).toMatchObject({ x: 2, y: 1 });
  });

  it('makes small multiples of a third axis while they are legible, else holds it', () => {
    expect(layoutOf([ARM, RTT, BUFFER, LOSS], {})).toMatchObject({ by: [3], held: [] });
    const long = axis('Rate', 9);
    expect(layoutOf([ARM, RTT, BUFFER, long], {})).toMatchObject({ by: [], held: [3] });
    expect(layoutOf([ARM, RTT, BUFFER, long], { by: '3' })).toMatchObject({ by: [3], held: [] });
    expect(layoutOf([ARM, RTT, BUFFER, LOSS], { by: '' })).toMatchObject({ by: [], held: [3] });
  });
});

describe('the layout of a line', () => {
  it('has one axis to the side, and small multiples of the next', () => {
    expect(layoutOf([ARM, RTT, BUFFER], {}, 'line')).toMatchObject({ x: 1, y: null, by: [2] });
    expect(layoutOf([ARM, RTT, BUFFER], { x: 2, by: 'none' }, 'line')).toMatchObject({
      x: 2,
      by: [],
      held: [1],
    });
  });
});

describe('panels and their cells', () => {
  const axes = [ARM, RTT, BUFFER];
  const layout = layoutOf(axes, {});

  it('has the arms beside one another', () => {
    expect(panelsOf(axes, layout, 5).map(({ arm, cell }) => [arm, cell])).toEqual([
      [0, 5],
      [1, 17],
    ]);
  });

  it('reads a map row by row from below', () => {
    // Buffers vary fastest: a row of one buffer takes every third cell.
    const grid = gridOf(axes, layout, 12);
    expect([grid.columns, grid.rows]).toEqual([4, 3]);
    expect([...grid.cells]).toEqual([12, 15, 18, 21, 13, 16, 19, 22, 14, 17, 20, 23]);
  });

  it('holds a third axis where the chosen cell is', () => {
    const four = [ARM, RTT, BUFFER, axis('Rate', 9)];
    const held = layoutOf(four, {});
    const [panel] = panelsOf(four, held, 7);
    expect([...gridOf(four, held, panel?.cell ?? -1).cells].every((cell) => cell % 9 === 7)).toBe(
      true,
    );
  });

  it('finds the same place under every arm, and begins in the middle', () => {
    expect(armCells(axes, 5)).toEqual([5, 17]);
    expect(armCells([RTT], 3)).toEqual([3]);
    expect(firstCell(axes, 1)).toBe(12 + 3 + 1);
  });
});
