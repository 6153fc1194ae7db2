import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useSize } from './useSize';

let widthPx = 0;

/** The widths with which a place was rendered until it came to rest. */
function widthsAt(place?: string): number[] {
  const widths: number[] = [];
  function Place() {
    const { ref, width } = useSize(place);
    widths.push(width);
    return <div ref={ref} />;
  }
  render(<Place />);
  return widths;
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => widthPx);
});

afterEach(() => {
  window.innerWidth = 1024;
});

it('finds the size as soon as the element is there', () => {
  widthPx = 800;
  expect(widthsAt()).toEqual([0, 800]);
  expect(widthsAt()).toEqual([0, 800]);
});

it('expects at a place what was there last, and renders once if it is right', () => {
  widthPx = 800;
  expect(widthsAt('expected')).toEqual([0, 800]);
  expect(widthsAt('expected')).toEqual([800]);
  expect(widthsAt('another')).toEqual([0, 800]);
});

it('corrects what it expected', () => {
  widthPx = 800;
  widthsAt('corrected');
  widthPx = 700;
  expect(widthsAt('corrected')).toEqual([800, 700]);
  expect(widthsAt('corrected')).toEqual([700]);
});

it('expects nothing in a window of another size', () => {
  widthPx = 800;
  widthsAt('window');
  window.innerWidth = 500;
  widthPx = 400;
  expect(widthsAt('window')).toEqual([0, 400]);
});
