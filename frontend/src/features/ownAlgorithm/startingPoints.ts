/** What an algorithm of one's own can begin as. */
import bbr from '#modules/assemblyscript/bbr.ts?raw';
import cubic from '#modules/assemblyscript/cubic.ts?raw';
import newreno from '#modules/assemblyscript/newreno.ts?raw';

export interface StartingPoint {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

export const STARTING_POINTS: readonly StartingPoint[] = [
  { name: 'newreno', label: 'NewReno', text: newreno },
  { name: 'cubic', label: 'CUBIC', text: cubic },
  { name: 'bbr', label: 'Small BBR', text: bbr },
];
