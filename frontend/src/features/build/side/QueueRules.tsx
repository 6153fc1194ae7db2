import { groupLabel } from '@/analysis/scenario/describe';
import { getAt, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldsBelow } from '@/analysis/scenario/fields/fields';
import type { QueueRule, RuleFacts } from '@/analysis/scenario/queue/queuePicture';
import { queueRule } from '@/analysis/scenario/queue/queueRule';
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import { useScenarioSchema } from '@/api/catalog';
import { QueueRulePicture } from '@/charts/queue/QueueRule';

import styles from '../build.module.css';

interface Drawn {
  readonly id: string;
  readonly rule: QueueRule;
}

/** How the queue of each link decides, from what is typed; nothing of drop-tail. */
export function QueueRules({ scenario }: { scenario: JsonObject | null }) {
  const schema = useScenarioSchema().data;
  if (scenario === null || schema === undefined) return null;
  const drawn = rulesOf(scenario, schema);
  return drawn.map(({ id, rule }) => (
    <figure key={id} className={styles.rule}>
      <QueueRulePicture rule={rule} />
      <figcaption>
        {drawn.length > 1 || id !== BOTTLENECK_ID ? `${id}: ` : ''}
        {rule.words}.
      </figcaption>
    </figure>
  ));
}

/** A drawing for each of many links would hide what follows. */
const MOST_RULES = 4;

function rulesOf(scenario: JsonObject, schema: unknown): Drawn[] {
  const further = getAt(scenario, 'links');
  const ids = Array.isArray(further) ? further.map((link: unknown) => getAt(link, 'id')) : [];
  const places = [
    { id: BOTTLENECK_ID, path: 'bottleneck' },
    ...ids.map((id, index) => ({ id: String(id), path: `links.${index}` })),
  ];
  return places
    .flatMap(({ id, path }) => {
      const rule = queueRule(settingOf(scenario, schema, `${path}.queue`), {
        ...factsOf(scenario, id),
        rateBps: positive(getAt(scenario, `${path}.rate_bps`), 1e7),
      });
      return rule === null ? [] : [{ id, rule }];
    })
    .slice(0, MOST_RULES);
}

/** With what holds where the scenario says nothing. */
function settingOf(scenario: JsonObject, schema: unknown, path: string) {
  const fields = fieldsBelow(schema, path, scenario).map((field) => [
    field.path.slice(path.length + 1),
    getAt(scenario, field.path) ?? field.fallback,
  ]);
  return Object.fromEntries(fields) as Readonly<Record<string, unknown>>;
}

const PACKET_BYTES = 1500;

function factsOf(scenario: JsonObject, id: string): Omit<RuleFacts, 'rateBps'> {
  const flows: readonly unknown[] = Array.isArray(scenario.flows) ? scenario.flows : [];
  return {
    packetBytes: positive(getAt(scenario, 'packet_bytes'), PACKET_BYTES),
    groups: flows.flatMap((flow, groupIndex) => {
      const path = getAt(flow, 'path');
      const passes = Array.isArray(path) ? path.includes(id) : id === BOTTLENECK_ID;
      const label = getAt(flow, 'label');
      const name = groupLabel(typeof label === 'string' ? label : '', groupIndex);
      return passes ? [{ groupIndex, label: name, count: positive(getAt(flow, 'count'), 1) }] : [];
    }),
  };
}

function positive(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise;
}
