import { getAt, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { fieldsBelow, ofKind } from '@/analysis/scenario/fields/fields';
import { namesOf } from '@/analysis/scenario/groupNames';
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import {
  type Direction,
  isUnused,
  linkUse,
  withLinkUse,
} from '@/analysis/scenario/network/linkUse';
import { Button } from '@/ui/Button';

import { AnyField } from '../fields/AnyField';
import styles from '../fields/field.module.css';
import { Fold } from '../fields/Fold';
import { useForm } from '../fields/formContext';
import { NumberField } from '../fields/NumberField';
import { DELAY_SCALE } from '../fields/scales';
import { KindField } from './BottleneckSection';
import { BufferField, RateField } from './LinkFields';

const NEW_RATE_BPS = 10_000_000;
/** The usual fields of a link; the others are folded. */
const FIRST = /^(id|ack_filter)$/;
const OWN_FIELDS = /^(rate_bps|delay_s|buffer\..*)$/;
const KIND = /^(queue|loss)\.kind$/;

/** The links that paths can name, the bottleneck first. */
export function linkIds(scenario: JsonObject): string[] {
  const ids = linksOf(scenario).map((link) => getAt(link, 'id'));
  return [BOTTLENECK_ID, ...ids.filter((id) => typeof id === 'string')];
}

function linksOf(scenario: JsonObject): readonly unknown[] {
  return Array.isArray(scenario.links) ? scenario.links : [];
}

/** Links beside the bottleneck: none in most scenarios. */
export function LinksSection() {
  const { scenario, set } = useForm();
  const links = linksOf(scenario);
  const add = () => {
    const id = freeId(linkIds(scenario));
    set({ links: [...links, { id, rate_bps: NEW_RATE_BPS }] });
  };
  return (
    <section aria-label="Further links">
      <div className={styles.heading}>
        <h2>Further links</h2>
        <span className="quiet">
          {links.length === 0
            ? 'None: every flow passes through the bottleneck only, and ACKs are not queued.'
            : 'Set the order in which a flow passes them under “more” in its row.'}
        </span>
      </div>
      {links.length > 0 && <UnusedLink link={BOTTLENECK_ID} />}
      {links.map((_, index) => (
        <OneLink key={index} index={index} />
      ))}
      <Button onClick={add}>Add a link</Button>
    </section>
  );
}

function OneLink({ index }: { index: number }) {
  const { schema, scenario, problems, set } = useForm();
  const path = `links.${index}`;
  const id = getAt(scenario, `${path}.id`);
  const name = typeof id === 'string' ? id : `link ${index + 1}`;
  const all = fieldsBelow(schema, path, scenario);
  const own = (field: { path: string }) => field.path.slice(path.length + 1);
  const first = all.filter((field) => FIRST.test(own(field)));
  const isShown = (name: string) => FIRST.test(name) || OWN_FIELDS.test(name) || KIND.test(name);
  const rest = all.filter((field) => !isShown(own(field)));
  const hasProblem = problems.some(({ path: at }) => rest.some((field) => field.path === at));
  const change = (part: string) => (kind: string) => {
    set({ [`${path}.${part}`]: ofKind(schema, `${path}.${part}`, scenario, kind) });
  };
  return (
    <div role="group" aria-label={`Link ${name}`} data-path={path} className={styles.link}>
      <div className={styles.heading}>
        <h3>{name}</h3>
        <button
          type="button"
          aria-label={`Remove link ${name}`}
          onClick={() => set(withoutLink(scenario, index))}
        >
          remove
        </button>
      </div>
      {typeof id === 'string' && <LinkUsers link={id} />}
      <div className={styles.grid}>
        <RateField link={path} />
        <NumberField path={`${path}.delay_s`} scale={DELAY_SCALE} />
        <BufferField link={path} />
        {first.map((field) => (
          <AnyField key={field.path} path={field.path} />
        ))}
      </div>
      <div className={styles.kinds}>
        <KindField path={`${path}.queue.kind`} name="Queue" onChange={change('queue')} />
        <KindField path={`${path}.loss.kind`} name="Loss" onChange={change('loss')} />
      </div>
      <Fold title={`More of ${name}`} isForced={hasProblem}>
        <div className={styles.grid}>
          {rest.map((field) => (
            <AnyField key={field.path} path={field.path} />
          ))}
        </div>
      </Fold>
    </div>
  );
}

/** The fields that change when a link goes: the list, and every path that named it. */
function withoutLink(scenario: JsonObject, index: number): Record<string, unknown> {
  const links = linksOf(scenario);
  const left = links.filter((_, place) => place !== index);
  const gone = getAt(links[index], 'id');
  const changes: Record<string, unknown> = { links: left.length === 0 ? undefined : left };
  const flows: readonly unknown[] = Array.isArray(scenario.flows) ? scenario.flows : [];
  flows.forEach((flow, place) => {
    for (const name of ['path', 'return_path']) {
      const path = getAt(flow, name);
      if (!Array.isArray(path) || !path.includes(gone)) continue;
      const others = path.filter((id) => id !== gone);
      changes[`flows.${place}.${name}`] = others.length === 0 ? undefined : others;
    }
  });
  return changes;
}

function freeId(taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`link-${number}`)) number += 1;
  return `link-${number}`;
}

const WAYS: readonly (readonly [Direction, string])[] = [
  ['path', 'data'],
  ['return_path', 'ACKs'],
];
/** More groups than these set their ways in their rows. */
const MOST_GROUPS = 8;

/** Which groups pass a link, to be set where the link is; and that none does, with a repair. */
function LinkUsers({ link }: { link: string }) {
  const { scenario, set } = useForm();
  const names = useGroupNames();
  const use = linkUse(scenario, link);
  if (names.length > MOST_GROUPS) return <UnusedLink link={link} />;
  return (
    <>
      <UnusedLink link={link} />
      <fieldset className={styles.users}>
        <legend>Traffic over this link</legend>
        {names.map((name, group) => (
          <div key={group}>
            <b>{name}</b>
            {WAYS.map(([direction, what]) => (
              <label key={direction}>
                <input
                  type="checkbox"
                  aria-label={`${what} of ${name} pass ${link}`}
                  checked={use[direction][group] === true}
                  onChange={({ target }) =>
                    set(withLinkUse(scenario, group, direction, link, target.checked))
                  }
                />
                {what}
              </label>
            ))}
          </div>
        ))}
      </fieldset>
    </>
  );
}

/** Reports that neither data nor ACKs pass a link, with a fix for each group. */
function UnusedLink({ link }: { link: string }) {
  const { scenario, set } = useForm();
  const names = useGroupNames();
  if (names.length === 0 || !isUnused(linkUse(scenario, link))) return null;
  const what = link === BOTTLENECK_ID ? 'the bottleneck' : link;
  return (
    <div className={styles.unused} role="status">
      <p>{`No flow passes ${what}, so it changes nothing.`}</p>
      {names.slice(0, MOST_GROUPS).map((name, group) => (
        <Button
          key={group}
          size="xs"
          onClick={() => set(withLinkUse(scenario, group, 'path', link, true))}
        >
          {`Add to the path of ${name}`}
        </Button>
      ))}
    </div>
  );
}

function useGroupNames(): readonly string[] {
  const { scenario, algorithms } = useForm();
  const groups = getAt(scenario, 'flows');
  if (!Array.isArray(groups)) return [];
  const titleOf = (name: string) => algorithms.find((each) => each.name === name)?.title ?? name;
  return namesOf(groups, titleOf);
}
