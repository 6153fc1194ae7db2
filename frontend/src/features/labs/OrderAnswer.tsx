import { useState } from 'react';

import type { Json } from '@/api/labs';

import styles from './answer.module.css';

interface OrderAnswerProps {
  readonly label: string;
  readonly items: readonly string[];
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}

/** Several in order, the largest first, moved by buttons. */
export function OrderAnswer({ label, items, value, onChange }: OrderAnswerProps) {
  const [said, setSaid] = useState('');
  const order = orderOf(value, items.length);
  const move = (place: number, by: -1 | 1) => {
    const other = order[place + by];
    const moved = order[place];
    // A button at an end stays where the keyboard is, and does nothing.
    if (other === undefined || moved === undefined) return;
    const next = order.with(place, other).with(place + by, moved);
    setSaid(`${items[moved] ?? ''} is now ${place + by + 1} of ${items.length}`);
    onChange(next);
  };
  return (
    <div>
      <p className="small quiet">The largest first.</p>
      <ol className={styles.order} aria-label={label}>
        {order.map((item, place) => (
          <li key={item}>
            <b>{place + 1}</b>
            <span>{items[item]}</span>
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="ui-button"
                aria-label={`Move ${items[item] ?? ''} ${by < 0 ? 'up' : 'down'}`}
                aria-disabled={order[place + by] === undefined}
                onClick={() => move(place, by)}
              >
                {by < 0 ? '↑' : '↓'}
              </button>
            ))}
          </li>
        ))}
      </ol>
      <output className="visually-hidden">{said}</output>
    </div>
  );
}

/** The order that is shown: as they are written, until somebody moves one. */
export function orderOf(value: Json, count: number): number[] {
  return Array.isArray(value) ? value.map(Number) : Array.from({ length: count }, (_, i) => i);
}
