/** The unit that the upper end of a drawn curve is typed in. */
export function seriesUnit(series: string): { readonly unit: string; readonly factor: number } {
  if (series.endsWith('_bps')) return { unit: 'Mbit/s', factor: 1e6 };
  if (series.endsWith('_bytes')) return { unit: 'kB', factor: 1e3 };
  if (series.endsWith('_s')) return { unit: 'ms', factor: 1e-3 };
  return { unit: '', factor: 1 };
}
