/**
 * Links that hold what they show: `/build#lab1=` and the base64url (RFC 4648, without padding) of
 * the deflated (raw, RFC 1951) canonical JSON of a scenario or of the definition of an experiment.
 * A browser sends no fragment to a server. `&seed=7` follows where a scenario has another seed
 * than 1; an experiment has its own.
 */
import { deflateSync } from 'fflate';

import { parseJson } from '@/analysis/scenario/fields/json';
import { isExperiment } from '@/analysis/experiment/definition';
import { isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';

import { fromBase64Url, toBase64Url } from './base64';
import { inflate, TooLargeError } from './inflate';

/** As much as a server takes of a scenario. */
export const MOST_UNPACKED_BYTES = 4_194_304;
/** Longer than what any browser opens. */
const MOST_PACKED_CHARACTERS = 2_000_000;

const KEY = 'lab1';
const FIRST_SEED = 1;

export interface LinkedDocument {
  /** A scenario or an experiment, right or wrong. */
  readonly content: JsonObject;
  readonly seed: number;
}

/** Why a link or a file could not be opened, for people. */
export class UnreadableError extends Error {}

/** Whether the part of an address behind the `#` is of such a link. */
export function isScenarioFragment(fragment: string): boolean {
  return fragment.replace(/^#/, '').startsWith(`${KEY}=`);
}

/** The fragment with its `#`. */
export function scenarioFragment({ content, seed }: LinkedDocument): string {
  const packed = deflate(new TextEncoder().encode(canonicalJson(content)));
  const isUsual = seed === FIRST_SEED || isExperiment(content);
  const suffix = isUsual ? '' : `&seed=${seed}`;
  return `#${KEY}=${toBase64Url(packed)}${suffix}`;
}

/** `origin` is the lab that it opens in; the fragment opens in any. */
export function scenarioLink(linked: LinkedDocument, origin: string): string {
  return `${origin}/build${scenarioFragment(linked)}`;
}

/** The fragment of a pasted address; null if it is no link of this kind. */
export function fragmentOfLink(text: string): string | null {
  const [, fragment] = /^\S*(#lab1=\S+)$/.exec(text.trim()) ?? [];
  return fragment ?? null;
}

/** What a fragment holds, with or without its `#`. Throws `UnreadableError`. */
export function readScenarioFragment(fragment: string): LinkedDocument {
  if (fragment.length > MOST_PACKED_CHARACTERS)
    throw new UnreadableError('It contains more than 4 MiB, which is more than a scenario needs.');
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const content = parsed(unpacked(parameters.get(KEY) ?? ''));
  return { content, seed: seedOf(parameters.get('seed')) };
}

function unpacked(packed: string): string {
  try {
    const bytes = inflate(fromBase64Url(packed), MOST_UNPACKED_BYTES);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const isLarge = error instanceof TooLargeError;
    throw new UnreadableError(
      isLarge
        ? 'It contains more than 4 MiB, which is more than a scenario needs.'
        : 'It is damaged: a part may be missing. Copy it again, from # to its end.',
    );
  }
}

function parsed(text: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new UnreadableError(
      'It is damaged: a part may be missing. Copy it again, from # to its end.',
    );
  }
  if (!isObject(value))
    throw new UnreadableError(
      'It contains no scenario, which is a JSON object: { "duration_s": … }.',
    );
  return value;
}

function seedOf(text: string | null): number {
  if (text === null) return FIRST_SEED;
  const seed = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(seed))
    throw new UnreadableError(`seed is "${text}"; it must be a whole number from 0 to 2^53 - 1.`);
  return seed;
}

/** Keys sorted, no spaces: equal content has one text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Raw deflate (RFC 1951). */
function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9 });
}
