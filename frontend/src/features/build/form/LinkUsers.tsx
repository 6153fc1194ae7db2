import { namesOf } from '@/analysis/scenario/groupNames';
import { getAt } from '@/analysis/scenario/fieldPath';
import { BOTTLENECK_ID } from '@/analysis/scenario/links';
import { isUnused, linkUse, withLinkUse, type Direction } from '@/analysis/scenario/linkUse';
import { Button } from '@/ui/Button';

import styles from '../fields/field.module.css';
import { useForm } from '../fields/formContext';

const WAYS: readonly (readonly [Direction, string])[] = [
  ['path', 'data'],
  ['return_path', 'ACKs'],
];
/** More groups than these set their ways in their rows. */
const MOST_GROUPS = 8;

/** Which groups pass a link, to be set where the link is; and that none does, with a repair. */
export function LinkUsers({ link }: { link: string }) {
  const { scenario, set } = useForm();
  const names = useGroupNames();
  const use = linkUse(scenario, link);
  if (names.length > MOST_GROUPS) return <UnusedLink link={link} />;
  return (
    <>
      <UnusedLink link={link} />
      <fieldset className={styles.users}>
        <legend>Who passes it</legend>
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

/** That neither data nor ACKs pass a link, and a button for each group that mends it. */
export function UnusedLink({ link }: { link: string }) {
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
