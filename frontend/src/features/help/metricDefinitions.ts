import { definitions } from '@/analysis/numbers/definitions';

interface Definition {
  readonly name: string;
  readonly text: string;
}

/** What the numbers mean, in the order of the help sheet. */
export const metricDefinitions: readonly Definition[] = [
  definitions.throughput,
  definitions.goodput,
  {
    name: 'Fair share',
    text: 'The rate of the bottleneck divided by the number of flows.',
  },
  { ...definitions.jain, name: 'Jain’s index' },
  {
    name: 'STDR',
    text:
      '(a − b) / (a + b) of the mean throughputs of the first two groups. 0 is equal; 1 or −1 ' +
      'is one group alone.',
  },
  { ...definitions.utilisation, name: 'Utilisation' },
  {
    name: 'BDP',
    text: 'Bandwidth-delay product: the rate of the bottleneck times a flow’s RTT without queueing. A flow alone needs this much in flight to fill the link.',
  },
  {
    name: 'Queue',
    text: 'Data waiting at the bottleneck, without the packet in transmission. Means are weighted by time.',
  },
];
