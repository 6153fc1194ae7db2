import type * as PlotlyModule from 'plotly.js';
import { memo, useEffect, useRef } from 'react';

import { atRest } from '@/ui/painted';

import { FADED_OPACITY } from './stage/traces';

type Plotly = typeof PlotlyModule;

let loading: Promise<Plotly> | null = null;

/** The code of the plots did not load. */
export class PlotLoadError extends Error {
  override readonly name = 'PlotLoadError';
}

/** Fetches Plotly once, in its own chunk. Call it early to have it at hand when a plot needs it. */
export function loadPlotly(): Promise<Plotly> {
  loading ??= import('plotly.js-cartesian-dist-min').then(
    // A CommonJS bundle comes as the default export under Vite and as the module itself elsewhere.
    (module) => (module as { default?: Plotly }).default ?? module,
    (cause: unknown) => {
      // The next plot may try again.
      loading = null;
      throw new PlotLoadError('The code of the plots did not load.', { cause });
    },
  );
  return loading;
}

interface PlotlyPlotProps {
  readonly data: PlotlyModule.Data[];
  readonly layout: Partial<PlotlyModule.Layout>;
  /** Names of traces that step back; null: none does. */
  readonly faded: ReadonlySet<string> | null;
  /** null: drawn. Else why not; `PlotLoadError` if its code is missing. */
  readonly onOutcome: (error: Error | null) => void;
}

const CONFIG: Partial<PlotlyModule.Config> = {
  displayModeBar: false,
  doubleClick: false,
  responsive: false,
  scrollZoom: false,
  showAxisDragHandles: false,
};

/** The only user of Plotly: draws `data` with `Plotly.react`. */
export const PlotlyPlot = memo(function PlotlyPlot(props: PlotlyPlotProps) {
  const { data, layout, faded } = props;
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<PlotlyModule.PlotlyHTMLElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = host.current;
    let wanted = true;
    if (element === null) return;
    void loadPlotly()
      .then(async (plotly) => {
        // The page has drawn what it can by itself; Plotly's first drawing holds it up for long.
        if (drawn.current === null) await atRest();
        if (!wanted) return false;
        // Plotly writes into what it is given, so it gets a copy of the parts that it changes.
        const own = { ...layout, xaxis: { ...layout.xaxis } };
        const before = latest.current;
        const opacity = opacities(before);
        const traces = data.map((trace, index) => ({ ...trace, opacity: opacity[index] }));
        drawn.current = await plotly.react(element, traces, own, CONFIG);
        // The user may have pointed at a flow while it was drawn.
        if (latest.current.faded !== before.faded) await stepBack(drawn.current, latest.current);
        return true;
      })
      .then(
        // What is no longer wanted was not drawn: the curves that the page draws itself stay.
        (isDrawn) => isDrawn && latest.current.onOutcome(null),
        (error: unknown) =>
          // The outcome of a plot that is gone, or has other data by now, is not wanted.
          wanted &&
          latest.current.onOutcome(error instanceof Error ? error : new Error(String(error))),
      );
    return () => {
      wanted = false;
    };
  }, [data, layout]);

  useEffect(() => {
    if (drawn.current !== null) void stepBack(drawn.current, latest.current);
  }, [faded]);

  useEffect(() => {
    const element = host.current;
    return () => {
      if (element !== null && loading !== null)
        void loading.then((plotly) => plotly.purge(element));
    };
  }, []);

  return <div ref={host} />;
});

/** Pointing at a flow must not wait for a new drawing: for an opacity Plotly makes none. */
async function stepBack(plot: PlotlyModule.PlotlyHTMLElement, props: PlotlyPlotProps) {
  const plotly = await loadPlotly();
  // A list has one value for each trace, which the types do not know.
  await plotly.restyle(plot, { opacity: opacities(props) } as object);
}

/** Of each trace: what steps back is paler than it was made. */
function opacities({ data, faded }: PlotlyPlotProps): number[] {
  return (data as Partial<PlotlyModule.ScatterData>[]).map(({ name, opacity = 1 }) =>
    name !== undefined && faded?.has(name) === true ? opacity * FADED_OPACITY : opacity,
  );
}
