/**
 * Which flows the whole page shows and which it points at. What is hidden and what is pinned live
 * in the address; what the pointer is over lives in a small store, so that moving it redraws only
 * what reads it.
 */
import { createContext, useContext, useMemo, useState, useSyncExternalStore } from 'react';

import {
  covers,
  formatHidden,
  formatMark,
  hideOthers,
  isHidden,
  NOTHING_HIDDEN,
  parseHidden,
  parseMark,
  toggleHidden,
  type FlowMark,
  type FlowSpan,
  type HiddenFlows,
} from './hiddenFlows';

export type { FlowMark, FlowSpan, HiddenFlows } from './hiddenFlows';

interface HoverStore {
  readonly read: () => FlowMark | null;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (mark: FlowMark | null) => void;
}

function createHover(): HoverStore {
  let mark: FlowMark | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => mark,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next) => {
      if (formatMark(next) === formatMark(mark)) return;
      mark = next;
      for (const listener of listeners) listener();
    },
  };
}

/** What changes seldom: what is hidden and pinned, and how to change it. */
export interface FlowChoice {
  readonly spans: readonly FlowSpan[];
  readonly hidden: HiddenFlows;
  readonly pinned: FlowMark | null;
  /** Shows or hides a flow, or with `flowIndex` null its whole group. */
  readonly toggle: (mark: FlowMark) => void;
  readonly showOnly: (mark: FlowMark) => void;
  readonly showAll: () => void;
  /** Keeps a flow or group highlighted; the same one again lets it go. */
  readonly pin: (mark: FlowMark | null) => void;
  /** Highlights while the pointer or the keyboard is there; null: no longer. */
  readonly highlight: (mark: FlowMark | null) => void;
}

interface Focus extends FlowChoice {
  readonly hover: HoverStore;
}

/** How the address says it, and how to change the address. */
export interface FocusAddress {
  readonly hide: string | undefined;
  readonly pin: string | undefined;
  readonly change: (next: { hide?: string | undefined; pin?: string | undefined }) => void;
}

/** The focus of a page whose flows are `spans`: give it to `FlowFocusProvider`. */
export function useFlowFocusOf(spans: readonly FlowSpan[], address: FocusAddress): Focus {
  const [hover] = useState(createHover);
  const { hide, pin, change } = address;
  return useMemo(() => {
    const hidden = parseHidden(hide, spans);
    const setHidden = (next: HiddenFlows) => change({ hide: formatHidden(next) });
    return {
      spans,
      hidden,
      pinned: parseMark(pin, spans),
      hover,
      toggle: (mark) => setHidden(toggleHidden(hidden, spans, mark)),
      showOnly: (mark) => setHidden(hideOthers(spans, mark)),
      showAll: () => setHidden(NOTHING_HIDDEN),
      pin: (mark) => {
        const text = formatMark(mark);
        change({ pin: text === pin ? undefined : text });
      },
      highlight: hover.set,
    };
  }, [spans, hide, pin, change, hover]);
}

const nothing = () => undefined;
/** Where no page provides a focus, every flow is shown and none stands out. */
const EVERYTHING: Focus = {
  spans: [],
  hidden: NOTHING_HIDDEN,
  pinned: null,
  hover: { read: () => null, subscribe: () => nothing, set: nothing },
  toggle: nothing,
  showOnly: nothing,
  showAll: nothing,
  pin: nothing,
  highlight: nothing,
};

const FlowFocusContext = createContext<Focus>(EVERYTHING);
export const FlowFocusProvider = FlowFocusContext.Provider;

/** What is hidden and pinned, and the ways to change it; does not redraw when the pointer moves. */
export function useFlowChoice(): FlowChoice {
  return useContext(FlowFocusContext);
}

/** The flow or group that stands out now: under the pointer, else pinned. null: none does. */
export function useHighlight(): FlowMark | null {
  const { hover, pinned } = useContext(FlowFocusContext);
  return useSyncExternalStore(hover.subscribe, hover.read) ?? pinned;
}

/** Is this flow hidden? A group is, if all of it is. */
export function isFlowHidden(hidden: HiddenFlows, mark: FlowMark): boolean {
  return isHidden(hidden, mark);
}

/** Does something else stand out, so that this flow or group steps back? */
export function isFaded(highlight: FlowMark | null, mark: FlowMark): boolean {
  return highlight !== null && !covers(highlight, mark) && !covers(mark, highlight);
}
