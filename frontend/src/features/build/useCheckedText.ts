import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import type { JsonObject } from '@/analysis/fieldPath';
import { createChecker, lineOfPath, parseText, type Problem } from '@/analysis/problems';
import { useScenarioSchema } from '@/api/catalog';
import { ProblemError } from '@/api/problem';
import { useScenarioCheck } from '@/api/scenarios';
import type { Checked, Scenario } from '@/api/types';

const CHECK_DELAY_MS = 250;

export interface CheckedText {
  /** Parsed and, as far as is known, valid; null while there is a problem. */
  readonly scenario: Scenario | null;
  /** Whatever object the text is, right or wrong; null if it is none. */
  readonly value: JsonObject | null;
  readonly name: string;
  readonly problems: readonly Problem[];
  /** What follows from the last valid scenario. */
  readonly checked: Checked | undefined;
  /** The last valid scenario is not the present text. */
  readonly isStale: boolean;
  readonly isChecking: boolean;
  readonly isUnreachable: boolean;
}

/**
 * Checks a text as it is typed: against the schema at once, by the server a moment later. The
 * server's word holds, since it also knows how fields must fit together.
 */
export function useCheckedText(text: string): CheckedText {
  const schema = useScenarioSchema();
  const checker = useMemo(
    () => (schema.data === undefined ? null : createChecker(schema.data)),
    [schema.data],
  );
  const parsed = useMemo(() => parseText(text), [text]);
  const local = useMemo(
    () => (parsed.value === null ? parsed.problems : (checker?.(parsed.value, text) ?? [])),
    [parsed, checker, text],
  );
  const [settled] = useDebouncedValue(parsed.value, CHECK_DELAY_MS);
  // The server says whether it is one; until then its shape is only hoped for.
  const check = useScenarioCheck(settled as Scenario | null);
  const isSettled = settled === parsed.value && !check.isFetching;
  const refusal = isSettled && check.error instanceof ProblemError ? check.error : null;
  const isUnreachable = isSettled && check.error !== null && refusal === null;

  const problems = useMemo(
    () => (refusal === null || parsed.value === null ? local : problemsOf(refusal, text)),
    [refusal, local, parsed.value, text],
  );
  // A refusal has no numbers; those of the last scenario without a problem stay in sight.
  const [lastGood, setLastGood] = useState(check.data);
  if (check.data !== undefined && check.data !== lastGood) setLastGood(check.data);
  const accepted = isSettled && check.isSuccess && !check.isPlaceholderData;
  const shown = parsed.value === null ? [] : accepted ? [] : problems;
  const all = parsed.value === null ? parsed.problems : shown;
  return {
    scenario: all.length === 0 ? (parsed.value as Scenario | null) : null,
    value: parsed.value,
    name: typeof parsed.value?.name === 'string' ? parsed.value.name : '',
    problems: all,
    checked: check.data ?? lastGood,
    isStale: !accepted,
    isChecking: !isSettled,
    isUnreachable,
  };
}

function problemsOf(refusal: ProblemError, text: string): Problem[] {
  if (refusal.items.length === 0) return [{ path: '', message: refusal.detail, line: null }];
  return refusal.items.map(({ path, message, bound }) => ({
    path,
    message,
    line: lineOfPath(text, path),
    bound,
  }));
}
