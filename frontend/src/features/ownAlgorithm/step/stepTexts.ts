/** What a step is called, and how its numbers are read. Pure. */
import { FUNCTIONS } from '#modules/assemblyscript/ccsim_module.mjs';
import { aligned } from '@/analysis/numbers/shown';
import type { Step, WatchValue } from '@/core/steps';

/** Which events are stepped through. */
export const CHOICES = [
  { value: 'all', label: 'All' },
  { value: 'acks', label: 'ACKs' },
  { value: 'losses', label: 'Losses, timers' },
  { value: 'sent', label: 'Sent' },
] as const;
export type Choice = (typeof CHOICES)[number]['value'];

const ON_START = 'ccsim_init';
const ON_ACK = 'ccsim_on_ack';
const ON_CONGESTION = 'ccsim_on_congestion';
const OF_SENT = ['ccsim_on_sent', 'ccsim_on_restart'];
const OF_LOSSES = [
  'ccsim_on_lost',
  ON_CONGESTION,
  'ccsim_on_recovery_exit',
  'ccsim_on_undo',
  'ccsim_on_idle_restart',
];

/** As the ABI names them. */
export const EVENTS_OF: Readonly<Record<Choice, readonly string[]>> = {
  all: [ON_START, ON_ACK, ...OF_LOSSES, ...OF_SENT],
  acks: [ON_ACK],
  losses: OF_LOSSES,
  sent: OF_SENT,
};

const TITLES: Readonly<Record<string, string>> = {
  [ON_START]: 'Start',
  [ON_ACK]: 'ACK',
  ccsim_on_lost: 'Packet marked lost',
  ccsim_on_sent: 'Packet sent',
  ccsim_on_restart: 'First packet after idle',
  ccsim_on_recovery_exit: 'Recovery ends',
  ccsim_on_undo: 'Reduction undone',
  ccsim_on_idle_restart: 'Pause longer than the RTO',
};
/** By the argument `kind`. */
const CONGESTION_TITLES = [
  'Fast recovery begins',
  'Timeout',
  'ECN mark',
  'Reduction requested by the algorithm',
];
/** Of the argument `flags`, from its lowest bit. */
const FLAGS = [
  'has_ecn_echo',
  'is_cwnd_limited',
  'is_paced',
  'reorders_far',
  'is_app_limited',
  'may_be_delayed',
];
const NOT_SET = 2n ** 63n - 1n;

export function titleOf({ name, values }: Step): string {
  if (name !== ON_CONGESTION) return TITLES[name] ?? name;
  return CONGESTION_TITLES[Number(values[1])] ?? name;
}

/** The function of the algorithm that got it, as AssemblyScript has it. */
export function functionOf({ name }: Step): string {
  return FUNCTIONS.find(({ abi }) => abi === name)?.name ?? name;
}

export function secondsOf({ values }: Step): number {
  return Number(values[0] ?? 0n) / 1e9;
}

/** A moment to the microsecond: events are nearer to one another than samples. */
export function momentOf(step: Step): string {
  return `${aligned(secondsOf(step), 6)} s`;
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
  /** The value in the step before; "": the same, or there was none. */
  readonly before: string;
}

/** The arguments by the ABI's names. */
export function fieldsOf(step: Step): readonly NamedText[] {
  const fields = FUNCTIONS.find(({ abi }) => abi === step.name)?.fields ?? [];
  return fields.map((name, place) => ({
    name,
    text: fieldText(name, step.values[place] ?? 0n),
    before: '',
  }));
}

function fieldText(name: string, value: bigint): string {
  if (name === 'flags') {
    const words = FLAGS.filter((_, bit) => ((value >> BigInt(bit)) & 1n) === 1n);
    return words.length === 0 ? '0' : `${value} (${words.join(', ')})`;
  }
  if (name.endsWith('_ns')) return value === -1n ? '-1 (none)' : `${grouped(value)} ns`;
  return grouped(value);
}

/** Names of phases and reasons that an algorithm declares. */
interface Declared {
  readonly phases?: readonly string[];
  readonly reasons?: readonly string[];
}

/** The declarations of a text that compiles. */
export function declaredIn(text: string): Declared {
  const [, json = '{}'] = /^const description = `([^`]*)`/m.exec(text) ?? [];
  return JSON.parse(json) as Declared;
}

/** The controls of the connection after the event, and the phases that it entered. */
export function controlsOf(
  step: Step,
  last: Step | undefined,
  { phases = [], reasons = [] }: Declared,
): readonly NamedText[] {
  const entered = step.phases.map(([phase, reason]) => ({
    name: 'phase',
    text: `${phases[phase] ?? phase} (${reasons[reason] ?? reason})`,
    before: '',
  }));
  return [...setControls(step, last), ...entered];
}

function setControls({ controls }: Step, last: Step | undefined): readonly NamedText[] {
  const names = ['window_packets', 'pacing_rate_bps', 'ssthresh_packets', 'after_ack'] as const;
  return names.flatMap((name) => {
    const value = controls[name];
    // after_ack is asked for after ACKs only.
    if (value === null && name !== 'window_packets') return [];
    const text = value === null ? 'no answer' : numberText(value);
    const old = last?.controls[name] ?? null;
    return [{ name, text, before: old === null || old === value ? '' : numberText(old) }];
  });
}

export function variablesOf(
  step: Step,
  last: Step | undefined,
  variables: readonly { readonly name: string; readonly type: string }[],
): readonly NamedText[] {
  return variables.map(({ name, type }, place) => {
    const value = step.variables[place] ?? 0;
    const old = last?.variables[place];
    const text = (each: bigint | number) =>
      type === 'bool' ? String(each !== 0) : numberText(each, type.startsWith('u'));
    return {
      name,
      text: text(value),
      before: old === undefined || Object.is(old, value) ? '' : text(old),
    };
  });
}

export function watchText(value: WatchValue): string {
  if ('problem' in value) return `none: ${value.problem}`;
  return typeof value.value === 'boolean' ? String(value.value) : numberText(value.value);
}

function numberText(value: bigint | number, isUnsigned = false): string {
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < 2 ** 53
      ? grouped(BigInt(isUnsigned ? value >>> 0 : value))
      : String(value);
  }
  if (isUnsigned) return grouped(BigInt.asUintN(64, value));
  return value === NOT_SET ? '2^63 - 1' : grouped(value);
}

/** Digits by threes. */
function grouped(value: bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
