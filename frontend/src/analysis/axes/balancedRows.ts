/** How many pictures stand in each row, so that none is left alone beside empty places. */
export function balancedRows(count: number, mostColumns: number): number[] {
  if (count <= 0) return [];
  const rowCount = Math.ceil(count / Math.max(1, mostColumns));
  const least = Math.floor(count / rowCount);
  const longer = count % rowCount;
  return Array.from({ length: rowCount }, (_, row) => least + (row < longer ? 1 : 0));
}

/** The columns that a width has room for. */
export function columnsIn(widthPx: number, leastPx: number, gapPx: number): number {
  return Math.max(1, Math.floor((widthPx + gapPx) / (leastPx + gapPx)));
}
