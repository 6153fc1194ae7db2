/** What gives control of links from another browser: a recovery file, or a key. */
import { parseJson } from '@/analysis/scenario/fields/json';
import { isObject } from '@/analysis/scenario/fields/fieldPath';

import { textToKey } from './keyText';

export interface Recovery {
  /** 64 hexadecimal digits. */
  readonly key: string;
  /** The one link of a recovery file; null: all links of the key. */
  readonly shareId: string | null;
  /** The lab that the file is of; null: it does not say. */
  readonly origin: string | null;
}

/** Reads a file or a text that was typed; null: it is neither. */
export function readRecovery(text: string): Recovery | null {
  const read = textToKey(text);
  if ('key' in read) return { key: read.key, shareId: null, origin: null };
  const file = parsed(text);
  if (!isObject(file)) return null;
  const { owner_key: key, share_id: shareId, link } = file;
  const isKey = typeof key === 'string' && /^[0-9a-f]{64}$/.test(key);
  if (!isKey || typeof shareId !== 'string') return null;
  return { key, shareId, origin: originOf(link) };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function originOf(link: unknown): string | null {
  return typeof link === 'string' && URL.canParse(link) ? new URL(link).origin : null;
}
