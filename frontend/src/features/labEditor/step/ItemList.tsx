import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { listAt, withItem, withMoved, withValue, type LabDraft } from '@/analysis/labs/draft';
import { capital } from '@/analysis/series/fragments';

import { useDraftPlace, useEditing } from '../editing';
import styles from './fields.module.css';
import { Problems } from './fields';

interface ItemListProps {
  readonly path: string;
  readonly title: string;
  /** The name of one item: `goal`. */
  readonly one: string;
  /** The button for one more: `Add a goal`. */
  readonly add: string;
  readonly hint?: React.ReactNode;
  /** The value of a new item. */
  readonly fresh: unknown;
  /** Updates other fields when an item moves or is removed; `order` has the old places. */
  readonly follow?: (draft: LabDraft, order: readonly number[]) => LabDraft;
  readonly renderItem: (path: string, name: string, index: number) => React.ReactNode;
}

/** A list of which items are added, moved by buttons and removed. */
export function ItemList(props: ItemListProps) {
  const { path, title, one, add, hint, fresh, follow = same, renderItem } = props;
  const { draft, change } = useEditing();
  const { problems } = useDraftPlace(path, false);
  const [said, setSaid] = useState('');
  const items = listAt(draft, path);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return;
    const order = [...items.keys()].toSpliced(from, 1).toSpliced(to, 0, from);
    change((now) => follow(withMoved(now, path, from, to), order), '');
    setSaid(t`${one} ${from + 1} is now ${to + 1} of ${items.length}`);
  };
  const remove = (index: number) => {
    const order = [...items.keys()].toSpliced(index, 1);
    change((now) => follow(withValue(now, `${path}.${index}`, undefined), order), '');
  };
  return (
    <fieldset className={styles.list} data-path={path}>
      <legend>{title}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <ol>
        {items.map((_, index) => (
          <li key={index} className={styles.item}>
            <div className="stack">
              {renderItem(`${path}.${index}`, `${capital(one)} ${index + 1}`, index)}
            </div>
            <span className={styles.actions}>
              <MoveButtons
                index={index}
                count={items.length}
                labels={[t`Move ${one} ${index + 1} up`, t`Move ${one} ${index + 1} down`]}
                onMove={(by) => move(index, index + by)}
              />
              <button
                type="button"
                className="ui-button"
                data-size="xs"
                aria-label={t`Remove ${one} ${index + 1}`}
                onClick={() => remove(index)}
              >
                ✕
              </button>
            </span>
          </li>
        ))}
      </ol>
      <Problems problems={problems} />
      <button
        type="button"
        className="ui-button"
        data-size="xs"
        onClick={() => change((now) => withItem(now, path, items.length, fresh), '')}
      >
        {add}
      </button>
      <output className="visually-hidden">{said}</output>
    </fieldset>
  );
}

const same = (draft: LabDraft) => draft;

interface MoveButtonsProps {
  readonly index: number;
  readonly count: number;
  readonly labels: readonly [up: string, down: string];
  readonly onMove: (by: -1 | 1) => void;
}

/** Moves one of `count` up or down; it keeps the focus where it can go no further. */
export function MoveButtons({ index, count, labels, onMove }: MoveButtonsProps) {
  return ([-1, 1] as const).map((by) => (
    <button
      key={by}
      type="button"
      className="ui-button"
      data-size="xs"
      aria-label={by < 0 ? labels[0] : labels[1]}
      aria-disabled={index + by < 0 || index + by >= count}
      onClick={() => onMove(by)}
    >
      {by < 0 ? '↑' : '↓'}
    </button>
  ));
}
