/** A measured number in the unit that its label names: shares in percent, times in ms. */
export function inUnitsOf(name: string, value: number): string {
  if (name === 'throughput_ratio' || name === 'jain_index') return value.toFixed(3);
  if (name.endsWith('_s')) return (value * 1e3).toFixed(1);
  return (value * 100).toFixed(2);
}
