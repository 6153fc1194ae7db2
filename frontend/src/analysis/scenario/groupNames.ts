/**
 * What groups of flows are called where they have no label: by their algorithm, numbered only when
 * repeated. The server derives the same names (`lab_model/scenarios/group_names.py`).
 */
import { UNCONTROLLED_TRAFFIC } from '@/generated/kindTitles';

import { kindTitle } from './describe';
import { getAt, joinPath, setInText } from './fields/fieldPath';

/** What people call an algorithm. */
type AlgorithmTitle = (name: string) => string;

const NO_ALGORITHM = 'none';

/** The labels of all groups; those that are not kept are named. */
function defaultLabels(
  groups: readonly unknown[],
  isKept: readonly boolean[],
  titleOf: AlgorithmTitle,
): string[] {
  const titles = groups.map((group) => titleOfGroup(group, titleOf));
  const taken = new Set(groups.filter((_, index) => isKept[index]).map(labelOf));
  const times = new Map<string, number>();
  titles.forEach((title, at) => {
    if (!isKept[at]) times.set(title, (times.get(title) ?? 0) + 1);
  });
  const numbers = new Map<string, number>();
  return groups.map((group, index) => {
    const title = titles[index] ?? '';
    if (isKept[index]) return labelOf(group);
    if (!taken.has(title) && (times.get(title) ?? 0) < 2) return title;
    const number = freeNumber(title, (numbers.get(title) ?? 0) + 1, taken);
    numbers.set(title, number);
    return `${title} ${number}`;
  });
}

/**
 * By group whether its name was chosen: it is not what the group would be called without one,
 * beside the names that were chosen. "CUBIC 2" of an only CUBIC group was typed.
 */
export function chosenNames(groups: readonly unknown[], titleOf: AlgorithmTitle): boolean[] {
  const isChosen = groups.map((group) => {
    const label = labelOf(group);
    const title = titleOfGroup(group, titleOf);
    const rest = label.startsWith(title) ? label.slice(title.length) : label;
    return label !== '' && !/^( \d+)?$/.test(rest);
  });
  // A chosen name may change what the others are called: one at a time.
  for (;;) {
    const derived = defaultLabels(groups, isChosen, titleOf);
    const other = groups.findIndex(
      (group, index) => labelOf(group) !== '' && labelOf(group) !== derived[index],
    );
    if (other < 0) return isChosen;
    isChosen[other] = true;
  }
}

/** The label of each group, or its name without one. */
export function namesOf(groups: readonly unknown[], titleOf: AlgorithmTitle): string[] {
  const isKept = groups.map((group) => labelOf(group) !== '');
  return defaultLabels(groups, isKept, titleOf);
}

/** Fields of a scenario that are set, with the names that follow from them. */
export function withNames(
  scenario: unknown,
  fields: Readonly<Record<string, unknown>>,
  titleOf: AlgorithmTitle,
): Readonly<Record<string, unknown>> {
  if (!Object.keys(fields).some((path) => NAMING.test(path))) return fields;
  const before = getAt(scenario, 'flows');
  if (!Array.isArray(before)) return fields;
  const text = Object.entries(fields).reduce(
    (edited, [path, value]) => setInText(edited, path, value),
    JSON.stringify(scenario),
  );
  const groups: readonly unknown[] = getAt(JSON.parse(text), 'flows') as unknown[];
  const isTyped = (index: number) => `flows.${index}.label` in fields;
  const isKept = chosenNames(before, titleOf).map((isChosen, index) => isChosen || isTyped(index));
  const labels = defaultLabels(groups, isKept, titleOf);
  const changed = labels.flatMap((label, index) =>
    label === labelOf(groups[index]) ? [] : [[`flows.${index}.label`, label]],
  );
  return { ...fields, ...Object.fromEntries(changed) };
}

/** What groups are called by: their algorithms, the traffic of one without, and typed names. */
const NAMING = /^flows\.\d+\.(label|(algorithm|traffic)(\.(name|kind))?)$/;

/** The text with the names of its groups as they follow, but for those that are kept. */
export function renamedInText(
  text: string,
  prefix: string,
  isKept: readonly boolean[],
  titleOf: AlgorithmTitle,
): string {
  const list = joinPath(prefix, 'flows');
  const groups = readAt(text, list);
  if (!Array.isArray(groups) || groups.length !== isKept.length) return text;
  const labels = defaultLabels(groups, isKept, titleOf);
  return labels.reduce(
    (edited, label, index) =>
      label === labelOf(groups[index])
        ? edited
        : setInText(edited, joinPath(list, index, 'label'), label),
    text,
  );
}

function freeNumber(title: string, from: number, taken: ReadonlySet<string>): number {
  let number = from;
  while (taken.has(`${title} ${number}`)) number += 1;
  return number;
}

function titleOfGroup(group: unknown, titleOf: AlgorithmTitle): string {
  const algorithm = getAt(group, 'algorithm');
  // A bare name is refused with the object that it means; until then it is a name all the same.
  const given = typeof algorithm === 'string' ? algorithm : getAt(algorithm, 'name');
  const name = String(given ?? NO_ALGORITHM);
  if (name !== NO_ALGORITHM) return titleOf(name);
  return kindTitle(String(getAt(group, 'traffic.kind') ?? UNCONTROLLED_TRAFFIC[0]));
}

export function labelOf(group: unknown): string {
  const label = getAt(group, 'label');
  return typeof label === 'string' ? label : '';
}

function readAt(text: string, path: string): unknown {
  try {
    return getAt(JSON.parse(text), path);
  } catch {
    return null;
  }
}
