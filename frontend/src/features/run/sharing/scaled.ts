/** A scenario with its rate, RTTs and buffer multiplied, as far as its links allow. Pure. */
import { significant } from '@/analysis/numbers/shown';
import {
  formatMilliseconds,
  formatRate,
  joinQuantity,
  toThreeDigits,
} from '@/analysis/numbers/units';
import { bufferText } from '@/analysis/scenario/describe';
import type { Scenario } from '@/api/types';

export interface Factors {
  /** Of the bottleneck; what changes it while time passes stays. */
  readonly rate: number;
  readonly rtt: number;
  readonly buffer: number;
}

type Flow = Scenario['flows'][number];
type Buffer = Scenario['bottleneck']['buffer'];

const NANOSECONDS = 1e9;
/** Of a value that somebody multiplied: more digits would be read and mean nothing. */
const DIGITS = 4;

export function scaledScenario(scenario: Scenario, { rate, rtt, buffer }: Factors): Scenario {
  const { bottleneck } = scenario;
  return {
    ...scenario,
    bottleneck: {
      ...bottleneck,
      rate_bps:
        rate === 1
          ? bottleneck.rate_bps
          : Math.round(significant(bottleneck.rate_bps * rate, DIGITS)),
      buffer: buffer === 1 ? bottleneck.buffer : scaledBuffer(bottleneck.buffer, buffer),
    },
    flows: scenario.flows.map((flow) => (rtt === 1 ? flow : scaledFlow(scenario, flow, rtt))),
  };
}

function scaledBuffer(buffer: Buffer, factor: number): Buffer {
  const amount = significant(buffer.amount * factor, DIGITS);
  const isCounted = buffer.unit === 'packets' || buffer.unit === 'bytes';
  return { ...buffer, amount: isCounted ? Math.max(1, Math.round(amount)) : amount };
}

/** No RTT is shorter than twice the delays of the links on its way. */
function scaledFlow(scenario: Scenario, flow: Flow, factor: number): Flow {
  const delays = new Map(scenario.links.map(({ id, delay_s }) => [id, delay_s]));
  const least = [flow.path, flow.return_path].map((path) =>
    path.reduce((sum, id) => sum + (delays.get(id) ?? scenario.bottleneck.delay_s), 0),
  );
  const leastSeconds = 2 * Math.max(scenario.bottleneck.delay_s, ...least);
  const wanted = significant(flow.rtt_s * factor, DIGITS);
  const rtt_s = Math.round(Math.max(wanted, leastSeconds) * NANOSECONDS) / NANOSECONDS;
  return { ...flow, rtt_s };
}

function rttText({ flows }: Scenario): string {
  const rtts = flows.map(({ rtt_s }) => rtt_s);
  const [least, most] = [Math.min(...rtts), Math.max(...rtts)];
  const longest = joinQuantity(formatMilliseconds(most));
  return least === most ? longest : `${toThreeDigits(least * 1e3)} to ${longest}`;
}

interface Scaled {
  readonly name: keyof Factors;
  readonly label: string;
  /** What a scenario has. */
  readonly words: (scenario: Scenario) => string;
}

export const SCALED: readonly Scaled[] = [
  {
    name: 'rate',
    label: 'Bottleneck rate',
    words: ({ bottleneck }) => joinQuantity(formatRate(bottleneck.rate_bps)),
  },
  { name: 'rtt', label: 'Base RTT', words: rttText },
  {
    name: 'buffer',
    label: 'Buffer',
    words: ({ bottleneck, flows }) => bufferText(bottleneck.buffer, flows),
  },
];
