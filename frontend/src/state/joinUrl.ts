import { flag, search } from './search';

/** The way into a class: `/join`, `/join/QUEUE-4217`. */
export const joinSearch = search({
  /** With a recovery code, for another device. */
  recover: flag,
});

/** A code as the service writes it: `queue 4217` and `QUEUE4217` are the same. */
export function tidyCode(text: string): string {
  const letters = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return letters.replace(/^([A-Z]+)([0-9]+)$/, '$1-$2');
}
