/** As much of a scenario as its drawing needs, from the text that is typed so far. */
import type { BufferSetting, GroupSetting, ScenarioSetting } from '@/analysis/scenario/describe';
import { getAt, isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

interface DrawableSetting extends ScenarioSetting {
  readonly buffer: BufferSetting;
  readonly duration_s: unknown;
}

const PACKET_BYTES = 1500;
const BUFFER_UNITS: readonly string[] = ['bdp', 'packets', 'bytes', 'seconds'];

/** null while a number that fixes the drawing is missing or cannot be drawn. */
export function drawableSetting(scenario: unknown): DrawableSetting | null {
  const rate = positive(getAt(scenario, 'bottleneck.rate_bps'));
  const delay = getAt(scenario, 'bottleneck.delay_s') ?? 0;
  const flows = getAt(scenario, 'flows');
  if (rate === null || typeof delay !== 'number' || delay < 0 || !Array.isArray(flows)) return null;
  const groups = flows.map(groupOf);
  const drawn = groups.filter((group) => group !== null);
  if (drawn.length === 0 || groups.includes(null)) return null;
  return {
    packet_bytes: positive(getAt(scenario, 'packet_bytes')) ?? PACKET_BYTES,
    duration_s: getAt(scenario, 'duration_s'),
    // With all that says how the link changes.
    bottleneck: { ...bottleneckOf(scenario), rate_bps: rate, delay_s: delay },
    buffer: bufferOf(scenario),
    flows: drawn,
  };
}

function bottleneckOf(scenario: unknown): JsonObject {
  const bottleneck = getAt(scenario, 'bottleneck');
  return isObject(bottleneck) ? bottleneck : {};
}

function groupOf(group: unknown): GroupSetting | null {
  const rtt = positive(getAt(group, 'rtt_s'));
  const label = getAt(group, 'label');
  if (rtt === null) return null;
  const count = positive(getAt(group, 'count') ?? 1) ?? 1;
  return { label: typeof label === 'string' ? label : '', count, rtt_s: rtt };
}

function bufferOf(scenario: unknown): BufferSetting {
  const amount = positive(getAt(scenario, 'bottleneck.buffer.amount')) ?? 1;
  const unit = getAt(scenario, 'bottleneck.buffer.unit');
  const rtt_s = positive(getAt(scenario, 'bottleneck.buffer.rtt_s'));
  return { amount, unit: isUnit(unit) ? unit : 'bdp', rtt_s };
}

function isUnit(unit: unknown): unit is BufferSetting['unit'] {
  return typeof unit === 'string' && BUFFER_UNITS.includes(unit);
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}
