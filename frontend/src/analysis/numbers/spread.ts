/** A label that wants to stand at `y`; `placedY` is where there is room for it. */
export interface Placed<T> {
  readonly item: T;
  readonly y: number;
  readonly placedY: number;
}

/**
 * Pushes labels apart to at least `gap` within [low, high], each as near to its own place as the
 * order allows. Direct labels in the gutter never overlap by this.
 */
export function spreadLabels<T>(
  items: readonly { item: T; y: number }[],
  gap: number,
  low: number,
  high: number,
): Placed<T>[] {
  const sorted = [...items].sort((a, b) => a.y - b.y);
  const places: number[] = [];
  for (const { y } of sorted) {
    const previous = places.at(-1);
    places.push(previous === undefined ? Math.max(y, low) : Math.max(y, previous + gap));
  }
  let ceiling = high;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const place = places[index] ?? ceiling;
    if (place <= ceiling) break;
    places[index] = ceiling;
    ceiling -= gap;
  }
  return sorted.map(({ item, y }, index) => ({ item, y, placedY: places[index] ?? y }));
}
