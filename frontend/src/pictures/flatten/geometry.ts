/** Shapes of a drawing that is stretched more in one direction than in the other. */
import { short } from './paint';

interface Factors {
  readonly x: number;
  readonly y: number;
}

/**
 * A line, or a path of straight pieces with absolute coordinates, multiplied: so its stroke keeps
 * its width without `vector-effect`, which PDF and many readers of SVG do not know. null: it is
 * neither.
 */
export function stretchedPath(element: Element, factors: Factors): string | null {
  if (element.localName === 'line') {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) =>
      Number(element.getAttribute(name) ?? 0),
    );
    return stretchedPoints(`M${x1} ${y1}L${x2} ${y2}`, factors);
  }
  return stretchedPoints(element.getAttribute('d') ?? '', factors);
}

/** null: the path has other commands than M, L and Z. */
export function stretchedPoints(path: string, { x, y }: Factors): string | null {
  if (/[^MLZ\d\s.,e+-]/i.test(path) || /[mlz]/.test(path)) return null;
  return path.replaceAll(
    /(-?[\d.]+(?:e-?\d+)?)[\s,]+(-?[\d.]+(?:e-?\d+)?)/g,
    (_, first: string, second: string) =>
      `${short(Number(first) * x)} ${short(Number(second) * y)}`,
  );
}
