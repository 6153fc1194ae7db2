import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';

import { partsOf, type DocumentParts } from '@/analysis/experiment/document';
import { joinPath, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import {
  createChecker,
  lineOfPath,
  parseText,
  type Problem,
} from '@/analysis/scenario/problems/problems';
import { useScenarioSchema } from '@/api/catalog';
import { ProblemError } from '@/api/http/problem';
import { useScenarioCheck } from '@/api/runs/scenarios';
import type { Checked, Scenario } from '@/api/types';

const CHECK_DELAY_MS = 250;

export interface CheckedText {
  /** Parsed and, as far as is known, valid; null while there is a problem. */
  readonly scenario: Scenario | null;
  /** The scenario, or the base of the experiment, right or wrong; null if there is none. */
  readonly value: JsonObject | null;
  /** Where it stands in the text. */
  readonly prefix: DocumentParts['prefix'];
  /** The experiment, right or wrong; null: the text is a scenario. */
  readonly experiment: JsonObject | null;
  readonly name: string;
  readonly problems: readonly Problem[];
  /** Values derived from the last valid scenario. */
  readonly checked: Checked | undefined;
  /** The last valid scenario is not the present text. */
  readonly isStale: boolean;
  readonly isChecking: boolean;
  readonly isUnreachable: boolean;
  /** `scenario` for a text by the schema alone, before the page is drawn for it. */
  readonly ahead: (text: string) => Scenario | null;
}

/**
 * Checks a text as it is typed: against the schema at once, by the server a moment later. The
 * server's word holds, since it also knows how fields must fit together.
 */
export function useCheckedText(text: string): CheckedText {
  const read = useReader();
  const parsed = read(text);
  const { scenario: value, prefix, local } = parsed;
  const [settled] = useDebouncedValue(value, CHECK_DELAY_MS);
  // The server says whether it is one; until then its shape is only hoped for.
  const check = useScenarioCheck(settled as Scenario | null);
  const isSettled = settled === value && !check.isFetching;
  const refusal = isSettled && check.error instanceof ProblemError ? check.error : null;
  const isUnreachable = isSettled && check.error !== null && refusal === null;

  const problems = useMemo(
    () => (refusal === null || value === null ? local : problemsOf(refusal, text, prefix)),
    [refusal, local, value, text, prefix],
  );
  // A refusal has no numbers; those of the last scenario without a problem stay in sight.
  const [lastGood, setLastGood] = useState(check.data);
  if (check.data !== undefined && check.data !== lastGood) setLastGood(check.data);
  const accepted = isSettled && check.isSuccess && !check.isPlaceholderData;
  const shown = value === null || accepted ? [] : problems;
  const all = value === null ? parsed.problems : shown;
  return {
    scenario: all.length === 0 ? (value as Scenario | null) : null,
    value,
    prefix,
    experiment: parsed.experiment,
    name: parsed.name,
    problems: all,
    checked: check.data ?? lastGood,
    isStale: !accepted,
    isChecking: !isSettled,
    isUnreachable,
    ahead: useCallback(
      (next: string) => {
        const { scenario, local } = read(next);
        return local.length === 0 ? (scenario as Scenario | null) : null;
      },
      [read],
    ),
  };
}

/** Reads and checks a text against the schema, once however often it is asked for in a row. */
function useReader() {
  const schema = useScenarioSchema();
  return useMemo(() => {
    const checker = schema.data === undefined ? null : createChecker(schema.data);
    let last: (ReturnType<typeof readText> & { text: string; local: readonly Problem[] }) | null =
      null;
    return (text: string) => {
      if (last?.text === text) return last;
      const parsed = readText(text);
      const { scenario, prefix, problems } = parsed;
      const local = scenario === null ? problems : (checker?.(scenario, text, prefix) ?? []);
      return (last = { ...parsed, text, local });
    };
  }, [schema.data]);
}

/** The parts of a text; what has no scenario in it says so. */
function readText(text: string) {
  const { value, problems } = parseText(text);
  const parts = partsOf(value);
  const name = typeof value?.name === 'string' ? value.name : '';
  const hasNone = value !== null && parts.scenario === null;
  const noBase = {
    path: 'base',
    message: 'base: an experiment has a scenario as its base, { "base": { "duration_s": … } }.',
    line: lineOfPath(text, 'base'),
  };
  return { ...parts, name, problems: hasNone ? [noBase] : problems };
}

function problemsOf(refusal: ProblemError, text: string, prefix: string): Problem[] {
  if (refusal.items.length === 0) return [{ path: '', message: refusal.detail, line: null }];
  return refusal.items.map(({ path, message, bound }) => ({
    path,
    message,
    line: lineOfPath(text, joinPath(prefix, path)),
    bound,
  }));
}
