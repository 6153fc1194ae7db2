import { describe, expect, it } from 'vitest';

import { stretchedPoints } from './drawing';
import { localUrl, paintAttributes } from './node';
import { parsePaint } from './paint';

describe('colours', () => {
  it('become hexadecimal with an opacity of their own', () => {
    expect(parsePaint('rgb(0, 114, 178)')).toEqual({ color: '#0072b2', opacity: 1 });
    expect(parsePaint('rgba(213, 94, 0, 0.2)')).toEqual({ color: '#d55e00', opacity: 0.2 });
    expect(parsePaint('color(srgb 0.5 1 0)')).toEqual({ color: '#80ff00', opacity: 1 });
  });

  it('that are invisible are left out', () => {
    expect(paintAttributes('fill', 'rgba(0, 0, 0, 0)', '1')).toEqual({ fill: 'none' });
    expect(paintAttributes('stroke', 'rgb(1, 1, 1)', '0')).toEqual({ stroke: 'none' });
    expect(paintAttributes('fill', 'none', '1')).toEqual({ fill: 'none' });
  });

  it('from a pattern point into the same file', () => {
    expect(localUrl('url("http://127.0.0.1/runs/1#clip")')).toBe('url(#clip)');
  });
});

describe('a stretched path', () => {
  it('is multiplied point by point', () => {
    expect(stretchedPoints('M0 100L50.5,20 100 1e-3Z', { x: 2, y: 0.5 })).toBe(
      'M0 50L101 10 200 0.001Z',
    );
  });

  it('is left alone where it has curves or relative pieces', () => {
    expect(stretchedPoints('M0 0C1 1 2 2 3 3', { x: 2, y: 1 })).toBeNull();
    expect(stretchedPoints('M0 0l5 5', { x: 2, y: 1 })).toBeNull();
  });
});
