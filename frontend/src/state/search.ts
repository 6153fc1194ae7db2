/**
 * What addresses are made of. Unknown or broken values are dropped, so that an old link still
 * opens.
 */
import * as z from 'zod/mini';

// Parsers compiled with `new Function` are what the content security policy refuses.
z.config({ jitless: true });

/** A part of an address that may be left out; a broken one counts as left out. */
export function maybe<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

export const flag = maybe(z.literal(true));
export const nonNegative = maybe(z.number().check(z.nonnegative()));
export const index = maybe(z.int().check(z.nonnegative()));
/** Names and identifiers, dotted. */
export const word = maybe(z.string().check(z.regex(/^[\w.:-]{1,400}$/)));

/** A typed text, cut at a length. The router reads `find=8` as a number. */
export function typed(mostLetters: number) {
  const text = z.union([z.string().check(z.minLength(1)), z.number()]);
  const cut = z.transform((value: string | number) => String(value).slice(0, mostLetters));
  return maybe(z.pipe(text, cut));
}

/** The address of a page, without absent parts. */
export function search<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.pipe(z.object(shape), z.transform(compact<z.output<z.ZodMiniObject<T>>>));
}

interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The same where `from` and `to` are a range: half of one or a reversed one is dropped. */
export function searchWithRange<T extends z.core.$ZodLooseShape>(shape: T) {
  const whole = z.object({ ...shape, from: nonNegative, to: nonNegative });
  return z.pipe(
    whole,
    z.transform((view) => {
      const { from, to } = view as Range;
      const isRange = from !== undefined && to !== undefined && from < to;
      return compact(isRange ? view : { ...view, from: undefined, to: undefined });
    }),
  );
}

function compact<T extends object>(view: T): T {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}
