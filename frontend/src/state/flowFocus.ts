/**
 * Which flows the whole page shows and which it points at. What is hidden and what is pinned live
 * in the address; what the pointer is over lives in a small store, so that moving it redraws only
 * what reads it.
 */
import { createContext, useContext, useMemo, useState } from 'react';

import {
  formatHidden,
  formatMark,
  hideOthers,
  NOTHING_HIDDEN,
  parseHidden,
  parseMark,
  toggleHidden,
  type FlowFocus,
  type FlowMark,
  type FlowSpan,
  type HiddenFlows,
} from '@/analysis/series/flowMarks';
import { createListeners } from '@/analysis/replay/listeners';

function createHover() {
  let mark: FlowMark | null = null;
  const { subscribe, notify } = createListeners();
  const set = (next: FlowMark | null) => {
    if (formatMark(next) === formatMark(mark)) return;
    mark = next;
    notify();
  };
  return { read: () => mark, subscribe, set };
}

/** How the address says it, and how to change the address. */
export interface FocusAddress {
  readonly hide: string | undefined;
  readonly pin: string | undefined;
  readonly change: (next: { hide?: string | undefined; pin?: string | undefined }) => void;
}

/** The focus of a page whose flows are `spans`: give it to `FlowFocusProvider`. */
export function useFlowFocusOf(spans: readonly FlowSpan[], address: FocusAddress): FlowFocus {
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

const FlowFocusContext = createContext<FlowFocus | null>(null);
export const FlowFocusProvider = FlowFocusContext.Provider;

/** What is hidden and pinned, and the ways to change it; does not redraw when the pointer moves. */
export function useFlowFocus(): FlowFocus {
  const focus = useContext(FlowFocusContext);
  if (focus === null) throw new Error('useFlowFocus needs a FlowFocusProvider above it');
  return focus;
}
