/** In which settings compared scenarios differ, in words. Pure. */

import { changeName, describedField } from './changeRows';
import { bufferText, type BufferSetting } from '@/analysis/scenario/describe';
import { getAt, isObject } from '@/analysis/scenario/fields/fieldPath';
import { valueText } from '@/analysis/scenario/fields/fieldTexts';

interface SettingDifference {
  readonly path: string;
  /** By scenario; null: it has no such setting. */
  readonly values: readonly unknown[];
}

interface SettingRow {
  readonly key: string;
  readonly name: string;
  readonly values: readonly string[];
}

const BUFFER = 'bottleneck.buffer';
const ALGORITHM = /^flows\.\d+\.algorithm\.name$/;
const OF_GROUP = /^flows\.(\d+)\.(.+)$/;

/** What every flow group has in common is one row. */
export function settingRows(
  settings: readonly SettingDifference[],
  scenarios: readonly unknown[],
  schema: unknown,
  titleOf: (algorithm: string) => string,
): SettingRow[] {
  const shared = sharedByGroups(settings, scenarios);
  return settings.flatMap((setting): SettingRow[] => {
    const [, index, rest] = OF_GROUP.exec(setting.path) ?? [];
    const isShared = rest !== undefined && shared.has(rest);
    if (isShared && index !== '0') return [];
    return [
      {
        key: setting.path,
        name: nameOf(setting, scenarios, schema, isShared),
        values: setting.values.map((value, place) =>
          textOf(value, setting.path, scenarios[place], schema, titleOf),
        ),
      },
    ];
  });
}

/** Fields that differ in all groups of all scenarios alike. */
function sharedByGroups(
  settings: readonly SettingDifference[],
  scenarios: readonly unknown[],
): ReadonlySet<string> {
  const counts = new Set(scenarios.map((scenario) => groupCount(scenario)));
  const [count = 0] = counts;
  if (counts.size !== 1 || count < 2) return new Set();
  const found = new Map<string, string[]>();
  for (const { path, values } of settings) {
    const rest = OF_GROUP.exec(path)?.[2];
    if (rest !== undefined) found.set(rest, [...(found.get(rest) ?? []), JSON.stringify(values)]);
  }
  const alike = [...found].filter(
    ([, texts]) => texts.length === count && new Set(texts).size === 1,
  );
  return new Set(alike.map(([rest]) => rest));
}

function groupCount(scenario: unknown): number {
  const groups = getAt(scenario, 'flows');
  return Array.isArray(groups) ? groups.length : 0;
}

function nameOf(
  { path, values }: SettingDifference,
  scenarios: readonly unknown[],
  schema: unknown,
  isShared: boolean,
): string {
  const place = values.findIndex((value) => value !== null);
  const scenario = scenarios[place] ?? scenarios[0];
  const title = ALGORITHM.test(path) ? 'Algorithm' : null;
  if (isShared) return title ?? describedField(path, scenario, schema)?.title ?? lastWord(path);
  const change = /^flows\.\d+$/.test(path)
    ? ({ kind: 'added', path, group: values[place] } as const)
    : ({ kind: 'set', path, before: null, after: values[place] } as const);
  const name = changeName(change, scenario, schema);
  return title === null ? name : `${name.replace(/, .*$/, '')}, ${title.toLowerCase()}`;
}

function textOf(
  value: unknown,
  path: string,
  scenario: unknown,
  schema: unknown,
  titleOf: (algorithm: string) => string,
): string {
  if (/^flows\.\d+$/.test(path)) return value === null ? 'absent' : 'there';
  if (ALGORITHM.test(path) && typeof value === 'string') return titleOf(value);
  if (path === `${BUFFER}.amount`) {
    const flows = getAt(scenario, 'flows') as readonly { rtt_s: number }[];
    return bufferText(getAt(scenario, BUFFER) as BufferSetting, flows);
  }
  const field = describedField(path, scenario, schema);
  const shown = isObject(value) ? value.kind : value;
  // Nothing is said of it in this scenario.
  return valueText(field, shown === null ? (field?.fallback ?? null) : shown);
}

function lastWord(path: string): string {
  return (path.split('.').at(-1) ?? path).replaceAll('_', ' ');
}
