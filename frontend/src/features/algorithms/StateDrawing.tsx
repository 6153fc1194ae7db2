import { useElementSize } from '@mantine/hooks';

import { phaseForm, phaseName } from '@/analysis/series/phases';
import marks from '@/charts/marks.module.css';

import styles from './machine.module.css';
import { machineGeometry, type Arrow, type Box, type Point } from './stateGeometry';
import type { StateMachine } from './stateMachines';

interface StateDrawingProps {
  readonly machine: StateMachine;
  readonly label: string;
  /** The transition to point out. */
  readonly lit: number | null;
}

const MOST_WIDTH = 620;
const NUMBER_PX = 16;
const TIP_PX = 7;
const BAR_WIDTH = 28;
/** Width of a letter in a name: more than most letters take. */
const LETTER_PX = 6.2;
const NAME_PADDING_PX = 6;
const BAR_HEIGHT = 10;

/** States as boxes, groups of them framed, transitions as numbered arrows. */
export function StateDrawing({ machine, label, lit }: StateDrawingProps) {
  const { ref, width: roomWidth } = useElementSize<HTMLDivElement>();
  const width = Math.min(roomWidth, MOST_WIDTH);
  const geometry = width === 0 ? null : machineGeometry(machine, width);
  return (
    <div ref={ref} className={marks.box}>
      {geometry !== null && (
        <svg
          className={marks.drawing}
          width={geometry.width}
          height={geometry.height}
          role="img"
          aria-label={label}
        >
          {geometry.groups.map((group) => (
            <Group key={group.name} group={group} />
          ))}
          {geometry.states.map((state) => (
            <State key={state.name} state={state} />
          ))}
          {geometry.arrows.map((arrow, index) => (
            <Transition key={index} arrow={arrow} number={index + 1} isLit={index === lit} />
          ))}
        </svg>
      )}
    </div>
  );
}

function corner({ x, y, width, height }: Box): Point {
  return { x: x - width / 2, y: y - height / 2 };
}

function Group({ group }: { group: Box }) {
  const { x, y } = corner(group);
  return (
    <g>
      <rect className={styles.group} x={x} y={y} width={group.width} height={group.height} />
      <text className={styles.groupName} x={x} y={y - 5}>
        {group.name}
      </text>
    </g>
  );
}

function State({ state }: { state: Box }) {
  const { x, y } = corner(state);
  const name = phaseName(state.name);
  return (
    <g>
      <rect className={styles.state} x={x} y={y} width={state.width} height={state.height} />
      <text className={styles.name} x={state.x} y={y + 18} {...squeezed(name, state.width)}>
        {name}
      </text>
      <PhaseBar phase={state.name} x={state.x - BAR_WIDTH / 2} y={y + 26} />
    </g>
  );
}

/** On a phone a long name is wider than its box. */
function squeezed(name: string, boxWidth: number) {
  const room = boxWidth - NAME_PADDING_PX;
  return name.length * LETTER_PX <= room
    ? {}
    : { textLength: room, lengthAdjust: 'spacingAndGlyphs' };
}

/** The state as the lanes of a run draw it: distinguished by position as well as by tone. */
function PhaseBar({ phase, x, y }: { phase: string } & Point) {
  const form = phaseForm(phase);
  const half = BAR_HEIGHT / 2;
  return (
    <g>
      <rect className={styles.lane} x={x} y={y} width={BAR_WIDTH} height={BAR_HEIGHT} />
      <path className={styles.laneLine} d={`M${x} ${y + half}h${BAR_WIDTH}`} />
      {form !== 'line' && (
        <rect
          className={form === 'ink' ? styles.ink : styles.fill}
          x={x}
          y={form === 'lower' ? y + half : y}
          width={BAR_WIDTH}
          height={form === 'upper' || form === 'lower' ? half : BAR_HEIGHT}
        />
      )}
    </g>
  );
}

interface TransitionProps {
  readonly arrow: Arrow;
  readonly number: number;
  readonly isLit: boolean;
}

function Transition({ arrow, number, isLit }: TransitionProps) {
  const { start, bend, end, number: at } = arrow;
  return (
    <g className={styles.transition} data-lit={isLit || undefined}>
      <path
        className={styles.arrow}
        d={`M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`}
      />
      <path className={styles.tip} d={tip(bend, end)} />
      <rect
        className={styles.numberBox}
        x={at.x - NUMBER_PX / 2}
        y={at.y - NUMBER_PX / 2}
        width={NUMBER_PX}
        height={NUMBER_PX}
      />
      <text className={styles.number} x={at.x} y={at.y + 4}>
        {number}
      </text>
    </g>
  );
}

/** A triangle that ends where the arrow does and looks along it. */
function tip(from: Point, end: Point): string {
  const length = Math.hypot(end.x - from.x, end.y - from.y) || 1;
  const along = {
    x: ((end.x - from.x) / length) * TIP_PX,
    y: ((end.y - from.y) / length) * TIP_PX,
  };
  const left = `${end.x - along.x + along.y / 2} ${end.y - along.y - along.x / 2}`;
  const right = `${end.x - along.x - along.y / 2} ${end.y - along.y + along.x / 2}`;
  return `M${end.x} ${end.y}L${left}L${right}Z`;
}
