/**
 * Where the states of a machine stand and how its arrows run, in pixels. Geometry only; the page of
 * an algorithm draws it.
 */
import { isFromWithin, type StateMachine, type Transition } from './stateMachines';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle by its middle. */
export interface Box extends Point {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export interface Arrow {
  readonly start: Point;
  /** Control point of a quadratic curve. */
  readonly bend: Point;
  /** The tip, on the border of the state that the arrow leads to. */
  readonly end: Point;
  /** Middle of the square with the number. */
  readonly number: Point;
}

interface MachineGeometry {
  readonly states: readonly Box[];
  readonly groups: readonly Box[];
  /** In the order of the transitions. */
  readonly arrows: readonly Arrow[];
  readonly width: number;
  readonly height: number;
}

const STATE_HEIGHT = 44;
const ROW_PITCH = 104;
const MARGIN = 34;
const GROUP_PADDING = 14;
const MOST_STATE_WIDTH = 116;
/** Share of a column that a state takes; the rest is for arrows, but at least this much. */
const STATE_SHARE = 0.66;
const LEAST_GAP = 22;
/** Room for the longest name, where there is any. */
const WANTED_STATE_WIDTH = 76;
/** How far two arrows between the same states keep apart. */
const PAIR_BEND = 0.2;
const STUB = 24;
const STEPS = 400;

export function machineGeometry(machine: StateMachine, width: number): MachineGeometry {
  const columnCount = 1 + Math.max(0, ...machine.states.map(({ column }) => column));
  const rowCount = 1 + Math.max(0, ...machine.states.map(({ row }) => row));
  const pitch = (width - 2 * MARGIN) / columnCount;
  const states = machine.states.map(({ phase, column, row }) => ({
    name: phase,
    x: MARGIN + (column + 0.5) * pitch,
    y: MARGIN + STATE_HEIGHT / 2 + row * ROW_PITCH,
    width: stateWidth(pitch),
    height: STATE_HEIGHT,
  }));
  const groups = machine.groups.map(({ name, phases }) =>
    around(
      name,
      states.filter((state) => phases.includes(state.name)),
    ),
  );
  const boxes = new Map([...states, ...groups].map((box) => [box.name, box]));
  return {
    states,
    groups,
    arrows: machine.transitions.map((transition) => arrowOf(transition, machine, boxes)),
    width,
    height: 2 * MARGIN + STATE_HEIGHT + (rowCount - 1) * ROW_PITCH,
  };
}

function stateWidth(pitch: number): number {
  const usual = Math.min(MOST_STATE_WIDTH, pitch * STATE_SHARE);
  return Math.max(usual, Math.min(WANTED_STATE_WIDTH, pitch - LEAST_GAP));
}

function around(name: string, boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(({ x, width }) => x - width / 2)) - GROUP_PADDING;
  const right = Math.max(...boxes.map(({ x, width }) => x + width / 2)) + GROUP_PADDING;
  const top = Math.min(...boxes.map(({ y, height }) => y - height / 2)) - GROUP_PADDING;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height / 2)) + GROUP_PADDING;
  return {
    name,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
  };
}

function arrowOf(
  transition: Transition,
  machine: StateMachine,
  boxes: ReadonlyMap<string, Box>,
): Arrow {
  const to = boxes.get(transition.to_state);
  if (to === undefined) throw new Error(`There is no state ${transition.to_state}.`);
  if (isFromWithin(transition, machine)) return stub(to, machine, boxes);
  const from = boxes.get(transition.from_state);
  if (from === undefined) throw new Error(`There is no state ${transition.from_state}.`);
  const hasReverse = machine.transitions.some(
    ({ from_state, to_state }) =>
      from_state === transition.to_state && to_state === transition.from_state,
  );
  const isGroup = machine.groups.some(({ name }) => name === to.name);
  return curve(from, to, isGroup ? nearest(to, from) : to, {
    side: hasReverse ? PAIR_BEND : 0,
    numberAt: transition.number_at_ratio,
  });
}

/** The point of a box that is nearest to another's middle. */
function nearest(box: Box, { x, y }: Point): Point {
  const reachX = box.width / 2 - 1;
  const reachY = box.height / 2 - 1;
  return {
    x: Math.min(Math.max(x, box.x - reachX), box.x + reachX),
    y: Math.min(Math.max(y, box.y - reachY), box.y + reachY),
  };
}

interface Manner {
  /** How far the curve leans to its left, as a share of its length. */
  readonly side: number;
  readonly numberAt: number;
}

/** From border to border, along the line between the middles or leaning to its side. */
function curve(from: Box, to: Box, target: Point, { side, numberAt }: Manner): Arrow {
  const bend = {
    x: (from.x + target.x) / 2 + (target.y - from.y) * side,
    y: (from.y + target.y) / 2 - (target.x - from.x) * side,
  };
  const at = (share: number) => onCurve(from, bend, target, share);
  const steps = Array.from({ length: STEPS + 1 }, (_, index) => index / STEPS);
  const leaves = steps.find((share) => !isInside(at(share), from)) ?? 0;
  const arrives = steps.find((share) => share > leaves && isInside(at(share), to)) ?? 1;
  return {
    ...part(from, bend, target, leaves, arrives),
    number: at(leaves + (arrives - leaves) * numberAt),
  };
}

function onCurve(start: Point, bend: Point, end: Point, share: number): Point {
  const rest = 1 - share;
  const mix = (a: number, b: number, c: number) =>
    rest * rest * a + 2 * rest * share * b + share * share * c;
  return { x: mix(start.x, bend.x, end.x), y: mix(start.y, bend.y, end.y) };
}

/** The part of a quadratic curve between two shares of it (de Casteljau). */
function part(start: Point, bend: Point, end: Point, from: number, to: number) {
  const mix = (a: Point, b: Point, share: number): Point => ({
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
  });
  return {
    start: onCurve(start, bend, end, from),
    bend: mix(mix(start, bend, from), mix(bend, end, from), to),
    end: onCurve(start, bend, end, to),
  };
}

function isInside({ x, y }: Point, box: Box): boolean {
  return Math.abs(x - box.x) <= box.width / 2 && Math.abs(y - box.y) <= box.height / 2;
}

/** A short arrow out of nowhere, on a side of the state where nothing else stands. */
function stub(to: Box, machine: StateMachine, boxes: ReadonlyMap<string, Box>): Arrow {
  const all = machine.states.flatMap(({ phase }) => boxes.get(phase) ?? []);
  const { x: sideX, y: sideY } = outwards(to, all);
  const end = { x: to.x + (sideX * to.width) / 2, y: to.y + (sideY * to.height) / 2 };
  const start = { x: end.x + sideX * STUB, y: end.y + sideY * STUB };
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  return { start, bend: middle, end, number: start };
}

function outwards(box: Box, all: readonly Box[]): Point {
  if (all.every(({ x }) => x >= box.x)) return { x: -1, y: 0 };
  if (all.every(({ x }) => x <= box.x)) return { x: 1, y: 0 };
  return { x: 0, y: all.every(({ y }) => y <= box.y) ? 1 : -1 };
}
