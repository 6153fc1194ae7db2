/** Names of readings are long; in the head of a matrix a letter stands for each. */
export function letterOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}
