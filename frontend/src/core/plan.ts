/**
 * A scenario as the plan that the core's module reads (sim-core/bindings/wasm/README.md): what
 * tests/support/core_plan.py writes, byte for byte.
 */
import { getAt, isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { isModule } from '@/analysis/scenario/modules';

import { ByteWriter } from './bytes';
import { branchOf, completeScenario, type ScenarioRules } from './complete';
import { exact, product, wholeTimes } from './exact';

const PLAN_VERSION = 1;
const BOTTLENECK_ID = 'bottleneck';
const UNLIMITED = -1;
/**
 * Round trips before a connection's first data (backend/lab_model/scenarios/transport.py); below 0
 * those that packets make.
 */
const HANDSHAKE_ROUND_TRIPS: Readonly<Record<string, number>> = {
  none: 1,
  tcp: -1,
  tcp_tls13: -2,
  quic_0rtt: 0,
};
/** The first behaviour whose handshakes are packets. */
export const SENDS_HANDSHAKES = 9;
/** What a component's family has beside its own parameters. */
const SHARED_FIELDS = new Set(['kind', 'position', 'direction']);

/** Bytes for the core. The scenario is one that the server accepts: nothing is refused here. */
export function planOf(
  rules: ScenarioRules,
  scenario: unknown,
  behaviour = SENDS_HANDSHAKES,
): Uint8Array<ArrayBuffer> {
  return new PlanWriter(rules, completeScenario(rules, scenario), behaviour).bytes();
}

/** Waiting bytes that fit at the bottleneck. */
export function plannedBufferBytes(rules: ScenarioRules, scenario: unknown): number {
  const complete = completeScenario(rules, scenario);
  return bufferBytes(complete, object(complete.bottleneck));
}

/** Waiting bytes that fit at a link of a complete scenario, in whole packets, at least one. */
function bufferBytes(scenario: JsonObject, link: JsonObject): number {
  const packetBytes = number(scenario.packet_bytes);
  const { amount, unit } = object(link.buffer);
  const bytesPerSecond = product(exact(number(link.rate_bps)), { over: 1n, under: 8n });
  const factors = {
    packets: [exact(packetBytes)],
    bytes: [],
    seconds: [bytesPerSecond],
    bdp: [bytesPerSecond, exact(referenceRtt(scenario, link))],
  }[String(unit)];
  if (factors === undefined) throw new TypeError(`A buffer has no unit ${String(unit)}.`);
  const packets = wholeTimes(product(exact(number(amount)), ...factors), packetBytes);
  return Math.max(1, packets) * packetBytes;
}

/** The RTT of one BDP: the buffer's own, else the smallest of the flows that pass the link. */
function referenceRtt(scenario: JsonObject, link: JsonObject): number {
  const own = getAt(link, 'buffer.rtt_s');
  if (typeof own === 'number') return own;
  const id = linkId(link);
  const groups = objects(scenario.flows);
  const passing = groups.filter((group) =>
    [...texts(group.path), ...texts(group.return_path)].includes(id),
  );
  return Math.min(...(passing.length > 0 ? passing : groups).map((group) => number(group.rtt_s)));
}

class PlanWriter {
  readonly #to = new ByteWriter();
  readonly #links: readonly JsonObject[];

  constructor(
    readonly rules: ScenarioRules,
    readonly scenario: JsonObject,
    readonly behaviour: number,
  ) {
    this.#links = [object(scenario.bottleneck), ...objects(scenario.links)];
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const { scenario } = this;
    this.#to.integer(PLAN_VERSION);
    this.#reals(scenario, ['duration_s', 'warmup_s', 'sample_interval_s']);
    this.#integers(scenario, ['packet_bytes', 'header_bytes']);
    this.#reals(scenario, ['start_jitter_s']);
    this.#transport(object(scenario.transport));
    this.#to.list(this.#links, (link) => this.#link(link));
    this.#to.list(objects(scenario.flows), (group) => this.#group(group));
    return this.#to.bytes();
  }

  #transport(transport: JsonObject) {
    this.#integers(transport, ['initial_window_packets']);
    this.#reals(transport, ['min_rto_s']);
    this.#to.text(String(transport.send_quantum));
    this.#integers(transport, ['send_quantum_packets']);
    this.#to.boolean(transport.window_pacing === true);
    this.#reals(transport, ['host_jitter_s']);
    const roundTrips = number(HANDSHAKE_ROUND_TRIPS[String(transport.handshake)]);
    this.#to.integer(this.behaviour < SENDS_HANDSHAKES ? Math.abs(roundTrips) : roundTrips);
  }

  #link(link: JsonObject) {
    const { scenario } = this;
    const schemaOf = (name: string) => this.#schemaOf(link === this.#links[0], name, link[name]);
    this.#integers(link, ['rate_bps']);
    this.#reals(link, ['delay_s']);
    this.#to.integer(bufferBytes(scenario, link));
    this.#component(object(link.queue), schemaOf('queue'));
    const loss = object(link.loss);
    if (loss.kind === 'none') this.#to.text('').integer(0).text('after_queue').text('data');
    else {
      this.#component(loss, schemaOf('loss'));
      this.#to.text(String(loss.position)).text(String(loss.direction));
    }
    this.#changes(link);
    this.#to.boolean(link.ack_filter === true);
  }

  #changes(link: JsonObject) {
    const to = this.#to;
    to.list(objects(link.rate_schedule), (step) =>
      to.real(number(step.at_s)).integer(number(step.rate_bps)).real(number(step.ramp_s)),
    );
    to.list(numbers(object(link.trace).opportunities_ms), (time) => to.integer(time));
    to.boolean(object(link.trace).after_end === 'hold');
    to.list(objects(link.delay_schedule), (step) =>
      this.#reals(step, ['at_s', 'delay_s', 'ramp_s']),
    );
    to.list(objects(link.outages), (outage) => {
      this.#reals(outage, ['at_s', 'duration_s']);
      to.text(String(outage.direction));
    });
    this.#reals(link, ['jitter_s']);
    to.boolean(link.jitter_reorders === true);
    to.text(String(link.jitter_distribution));
    this.#reals(link, ['jitter_correlation_ratio']);
    to.list(objects(link.loss_schedule), (step) => {
      this.#reals(step, ['at_s', 'probability']);
      to.text(String(step.direction));
    });
  }

  #group(group: JsonObject) {
    const to = this.#to;
    this.#integers(group, ['count']);
    this.#reals(group, ['rtt_s', 'start_s']);
    to.boolean(group.stop_s !== null).real(group.stop_s === null ? 0 : number(group.stop_s));
    this.#algorithm(object(group.algorithm));
    this.#component(object(group.traffic), this.#schemaOf(null, 'traffic', group.traffic));
    this.#receiver(object(group.receiver));
    const ids = this.#links.map(linkId);
    to.list(texts(group.path), (id) => to.integer(ids.indexOf(id)));
    to.list(texts(group.return_path), (id) => to.integer(ids.indexOf(id)));
    to.text(group.ecn === null ? '' : String(group.ecn));
  }

  #receiver(receiver: JsonObject) {
    const to = this.#to;
    this.#integers(receiver, ['ack_every_packets']);
    this.#reals(receiver, ['ack_timeout_s']);
    to.integer(receiver.window_bytes === null ? UNLIMITED : number(receiver.window_bytes));
    this.#reals(receiver, ['ack_aggregation_s']);
    this.#integers(receiver, ['quick_ack_packets']);
    to.boolean(receiver.ack_pushed === true);
    to.integer(receiver.read_rate_bps === null ? 0 : number(receiver.read_rate_bps));
  }

  #algorithm({ name, parameters }: JsonObject) {
    this.#to.text(String(name));
    const known = this.rules.algorithms.find((each) => each.name === name)?.parameters ?? [];
    const kinds = new Map(known.map((each) => [each.name, each.kind]));
    // A module's are always integers.
    const otherKind = isModule(name) ? 'integer' : '';
    this.#parameters(
      Object.entries(object(parameters)).map(([parameter, value]) => ({
        parameter,
        value,
        kind: kinds.get(parameter) ?? otherKind,
      })),
    );
  }

  #component(component: JsonObject, schema: JsonObject) {
    this.#to.text(String(component.kind));
    const properties = object(schema.properties);
    this.#parameters(
      Object.entries(component)
        .filter(([parameter]) => !SHARED_FIELDS.has(parameter))
        .map(([parameter, value]) => ({
          parameter,
          value,
          kind: kindOf(object(properties[parameter])),
        })),
    );
  }

  /** By name: the order in which they were written means nothing. */
  #parameters(given: readonly { parameter: string; value: unknown; kind: string }[]) {
    const to = this.#to;
    const sorted = given.toSorted((a, b) => (a.parameter < b.parameter ? -1 : 1));
    to.list(sorted, ({ parameter, value, kind }) => {
      to.text(parameter).text(kind);
      if (kind === 'boolean') to.boolean(value === true);
      else if (kind === 'integer') to.integer(number(value));
      else if (kind === 'number') to.real(number(value));
      else to.text(String(value));
    });
  }

  /** Of the component that a bottleneck, a further link or a group (null) names. */
  #schemaOf(isBottleneck: boolean | null, name: string, value: unknown): JsonObject {
    const { schema } = this.rules;
    const list = isBottleneck === null ? 'flows' : isBottleneck ? 'bottleneck' : 'links';
    const node = object(object(schema.properties)[list]);
    const holder = branchOf(schema, isObject(node.items) ? node.items : node, undefined);
    return branchOf(schema, object(object(holder.properties)[name]), value);
  }

  #integers(from: JsonObject, names: readonly string[]) {
    for (const name of names) this.#to.integer(number(from[name]));
  }

  #reals(from: JsonObject, names: readonly string[]) {
    for (const name of names) this.#to.real(number(from[name]));
  }
}

function kindOf(schema: JsonObject): string {
  return Array.isArray(schema.enum) || 'const' in schema ? 'choice' : String(schema.type);
}

function linkId(link: JsonObject): string {
  return typeof link.id === 'string' ? link.id : BOTTLENECK_ID;
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`${String(value)} is not a number.`);
  return value;
}

function object(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError(`${String(value)} is not an object.`);
  return value;
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(number) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
