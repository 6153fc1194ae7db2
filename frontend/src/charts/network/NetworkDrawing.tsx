import { useElementSize } from '@mantine/hooks';
import clsx from 'clsx';

import { formatSetRate, joinQuantity } from '@/analysis/numbers/units';
import type { Network, NetworkGroup } from '@/analysis/scenario/network/network';

import styles from './network.module.css';
import marks from '../marks.module.css';
import { hueClass } from '../palette';

const ROW_PX = 46;
const BACK_PX = 12;
const HEAD_PX = 40;
const FOOT_PX = 26;
const LABEL_PX = 96;
const BOX_PX = 30;
const END_PX = 16;
/** More groups than this would be a long picture; the list of flows has them all. */
const MOST_ROWS = 12;

/** Several links: a column each, and which of them the data and the ACKs of a group pass. */
export function NetworkDrawing({ network }: { network: Network }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const groups = network.groups.slice(0, MOST_ROWS);
  const height = HEAD_PX + groups.length * ROW_PX + FOOT_PX;
  const step = (width - LABEL_PX - END_PX) / network.links.length;
  const columnX = (link: number) => LABEL_PX + step * (link + 0.5);
  const left = network.groups.length - groups.length;
  return (
    <div ref={ref} className={marks.box} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={inWords(network)}>
          {network.links.map(({ id, rateBps, changeText }, link) => (
            <g key={link}>
              <rect
                className={clsx(styles.column, changeText !== '' && styles.changing)}
                x={columnX(link) - BOX_PX / 2}
                y={HEAD_PX}
                width={BOX_PX}
                height={groups.length * ROW_PX}
              />
              <text className={styles.id} x={columnX(link)} y={14}>
                {id}
              </text>
              <text className={styles.rate} x={columnX(link)} y={30}>
                {rateBps === null ? '' : joinQuantity(formatSetRate(rateBps))}
              </text>
            </g>
          ))}
          {groups.map((group, row) => (
            <Row
              key={row}
              group={group}
              hue={row}
              y={HEAD_PX + ROW_PX * (row + 0.4)}
              endX={width - END_PX}
              columnX={columnX}
            />
          ))}
          <text className={marks.fact} x={0} y={height - 6}>
            {left > 0 ? `${left} more groups. ` : ''}Filled: data queues there. Dashed: return path
            {network.links.some(({ changeText }) => changeText !== '') ? ', changes.' : '.'}
          </text>
        </svg>
      )}
    </div>
  );
}

interface RowProps {
  readonly group: NetworkGroup;
  readonly hue: number;
  readonly y: number;
  readonly endX: number;
  readonly columnX: (link: number) => number;
}

function Row({ group, hue, y, endX, columnX }: RowProps) {
  const backY = y + BACK_PX;
  return (
    <g className={hueClass(hue)}>
      <text className={styles.name} x={LABEL_PX - 16} y={y + 4}>
        {group.label}
      </text>
      <circle className={styles.sender} cx={LABEL_PX - 6} cy={y} r={4} />
      <path className={styles.data} d={`M${LABEL_PX - 2} ${y}H${endX}`} />
      <rect className={styles.receiver} x={endX} y={y - 6} width={5} height={12} />
      {group.path.map((link, place) => (
        <g key={link}>
          <rect
            className={styles.queue}
            x={columnX(link) - BOX_PX / 2}
            y={y - 7}
            width={BOX_PX}
            height={14}
          />
          {group.path.length > 1 && (
            <text className={styles.place} x={columnX(link)} y={y + 4}>
              {place + 1}
            </text>
          )}
        </g>
      ))}
      {group.back.length > 0 && (
        <>
          <path className={styles.back} d={`M${endX} ${backY}H${LABEL_PX - 6}`} />
          {group.back.map((link) => (
            <rect
              key={link}
              className={clsx(styles.queue, styles.ofAcks)}
              x={columnX(link) - BOX_PX / 2}
              y={backY - 4}
              width={BOX_PX}
              height={8}
            />
          ))}
        </>
      )}
    </g>
  );
}

function inWords({ links, groups }: Network): string {
  const named = (places: readonly number[]) =>
    places.map((place) => links[place]?.id ?? '').join(', then ');
  const each = groups.slice(0, MOST_ROWS).map(({ label, path, back }) => {
    const way = back.length === 0 ? '' : `; ACKs pass ${named(back)}`;
    return `${label} passes ${named(path)}${way}`;
  });
  const changing = links.flatMap(({ id, changeText }) =>
    changeText === '' ? [] : [`${id} ${changeText}`],
  );
  return `The links: ${[...each, ...changing].join('. ')}.`;
}
