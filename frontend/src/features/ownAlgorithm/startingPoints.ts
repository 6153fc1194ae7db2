/** What an algorithm of one's own can begin as. */
import newreno from '#modules/assemblyscript/newreno.ts?raw';

export interface StartingPoint {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

export const STARTING_POINTS: readonly StartingPoint[] = [
  { name: 'newreno', label: 'NewReno', text: newreno },
];
