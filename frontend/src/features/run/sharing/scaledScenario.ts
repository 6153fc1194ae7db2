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
  /** Of the bottleneck, with what its rate changes to while time passes. */
  readonly rate: number;
  readonly rtt: number;
  readonly buffer: number;
}

type Flow = Scenario['flows'][number];
type Buffer = Scenario['bottleneck']['buffer'];

const NANOSECONDS = 1e9;
/** For a multiplied value: more digits would mean nothing. */
const DIGITS = 4;

export function scaledScenario(scenario: Scenario, { rate, rtt, buffer }: Factors): Scenario {
  const { bottleneck } = scenario;
  return {
    ...scenario,
    bottleneck: {
      ...bottleneck,
      rate_bps: scaledRate(bottleneck.rate_bps, rate),
      rate_schedule: bottleneck.rate_schedule.map((step) => ({
        ...step,
        rate_bps: scaledRate(step.rate_bps, rate),
      })),
      buffer: buffer === 1 ? bottleneck.buffer : scaledBuffer(bottleneck.buffer, buffer),
    },
    flows: scenario.flows.map((flow) => (rtt === 1 ? flow : scaledFlow(scenario, flow, rtt))),
  };
}

function scaledRate(bps: number, factor: number): number {
  return factor === 1 ? bps : Math.round(significant(bps * factor, DIGITS));
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
  /** The values of the scenario. */
  readonly words: (scenario: Scenario) => string;
}

const RATE: Scaled = {
  name: 'rate',
  label: 'Bottleneck rate',
  words: ({ bottleneck }) =>
    atFirst(joinQuantity(formatRate(bottleneck.rate_bps)), bottleneck.rate_schedule),
};
const OTHERS: readonly Scaled[] = [
  {
    name: 'rtt',
    label: 'Base RTT',
    words: (scenario) => atFirst(rttText(scenario), scenario.bottleneck.delay_schedule),
  },
  {
    name: 'buffer',
    label: 'Buffer',
    words: ({ bottleneck, flows }) => bufferText(bottleneck.buffer, flows),
  },
];

/** The values that can be multiplied: the rate of a link that sends by a trace is unused. */
export function scaledParts({ bottleneck }: Scenario): readonly Scaled[] {
  return bottleneck.trace.opportunities_ms.length > 0 ? OTHERS : [RATE, ...OTHERS];
}

/** Of a value that changes while time passes. */
function atFirst(text: string, changes: readonly unknown[]): string {
  return changes.length === 0 ? text : `${text} at first`;
}
