import type * as PlotlyModule from 'plotly.js';
import { memo, useEffect, useRef } from 'react';

type Plotly = typeof PlotlyModule;

let loading: Promise<Plotly> | null = null;

/** The code of the plots did not arrive. */
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
      throw new PlotLoadError('The code of the plots did not arrive.', { cause });
    },
  );
  return loading;
}

export interface PlotlyPlotProps {
  readonly data: PlotlyModule.Data[];
  readonly layout: Partial<PlotlyModule.Layout>;
  /** A horizontal range was dragged. */
  readonly onZoom: (fromSeconds: number, toSeconds: number) => void;
  /** Double click: the whole run again. */
  readonly onReset: () => void;
  /** null: drawn. Else why not; `PlotLoadError` if its code is missing. */
  readonly onOutcome: (error: Error | null) => void;
}

const CONFIG: Partial<PlotlyModule.Config> = {
  displayModeBar: false,
  doubleClick: false,
  responsive: false,
  scrollZoom: false,
};

/** The one door to Plotly: draws `data` with `Plotly.react` and reports zooming. */
export const PlotlyPlot = memo(function PlotlyPlot(props: PlotlyPlotProps) {
  const { data, layout } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = host.current;
    let wanted = true;
    if (element === null) return;
    void loadPlotly()
      .then((plotly) => (wanted ? draw(plotly, element, data, layout, latest) : undefined))
      .then(
        () => latest.current.onOutcome(null),
        (error: unknown) =>
          latest.current.onOutcome(error instanceof Error ? error : new Error(String(error))),
      );
    return () => {
      wanted = false;
    };
  }, [data, layout]);

  useEffect(() => {
    const element = host.current;
    return () => {
      if (element !== null && loading !== null)
        void loading.then((plotly) => plotly.purge(element));
    };
  }, []);

  return <div ref={host} />;
});

async function draw(
  plotly: Plotly,
  element: HTMLDivElement,
  data: PlotlyModule.Data[],
  layout: Partial<PlotlyModule.Layout>,
  latest: React.RefObject<PlotlyPlotProps>,
): Promise<void> {
  const isFirst = !element.classList.contains('js-plotly-plot');
  // Plotly writes into the layout that it is given, so it gets a copy of what it changes.
  const own = { ...layout, xaxis: { ...layout.xaxis } };
  const plot = await plotly.react(element, data, own, CONFIG);
  if (!isFirst) return;
  plot.on('plotly_relayout', (change) => {
    const from = change['xaxis.range[0]'];
    const to = change['xaxis.range[1]'];
    if (typeof from === 'number' && typeof to === 'number') latest.current.onZoom(from, to);
  });
  plot.on('plotly_doubleclick', () => {
    latest.current.onReset();
  });
}
