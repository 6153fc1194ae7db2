import type { Data, Layout } from 'plotly.js';
import { useMemo, useState } from 'react';

import { significant } from '@/analysis/numbers/shown';
import { PlotFailure } from '@/charts/PlotFailure';
import { PlotlyPlot } from '@/charts/PlotlyPlot';
import type { Palette } from '@/charts/palette';
import { useDrawing } from '@/charts/useDrawing';

import { type Output, textOf } from './format';
import styles from './notebook.module.css';

const PLOTLY = 'application/vnd.plotly.v1+json';
const TABULAR = 'application/vnd.dataresource+json';

/** One output of a cell. HTML of a file is never made into a part of the page. */
export function OutputView({ output }: { output: Output }) {
  if (output.output_type === 'stream') {
    return <Text text={output.text} stream={output.name} />;
  }
  if (output.output_type === 'error') {
    const { ename, evalue, traceback } = output;
    return (
      <div className={styles.error} role="alert">
        <b>
          {ename}: {evalue}
        </b>
        {traceback.length > 0 && <Text text={traceback.map(withoutColours).join('\n')} />}
      </div>
    );
  }
  const text = textOf(output.data['text/plain']);
  const table = tableOf(output.data[TABULAR]);
  if (table !== null) return <TableOutput table={table} />;
  const figure = figureOf(output.data[PLOTLY]);
  if (figure !== null) return <FigureOutput figure={figure} label={text} />;
  return <Text text={text} />;
}

/** About what fits below `max-height` of the style sheet. */
const SHORT_LINES = 20;
const SHORT_LENGTH = 1500;

/** A long one scrolls, by keys too. */
function Text({ text, stream }: { text: string; stream?: string }) {
  const isLong = text.length > SHORT_LENGTH || text.split('\n').length > SHORT_LINES;
  const scrolls = isLong ? { role: 'group', 'aria-label': 'Output', tabIndex: 0 } : {};
  return (
    <pre className={styles.text} data-stream={stream} {...scrolls}>
      {text}
    </pre>
  );
}

/** Jupyter paints tracebacks for terminals. */
function withoutColours(line: string): string {
  // eslint-disable-next-line no-control-regex -- that is what it takes away
  return line.replace(/\u001b\[[\d;]*m/g, '');
}

interface TableData {
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

function tableOf(value: unknown): TableData | null {
  const { schema, data, total } = (value ?? {}) as {
    schema?: { fields?: TableData['fields'] };
    data?: TableData['rows'];
    total?: number;
  };
  if (!Array.isArray(schema?.fields) || !Array.isArray(data)) return null;
  const rows = (data as readonly unknown[]).filter(isRecord);
  const fields = schema.fields.filter((field) => typeof field?.name === 'string');
  return { fields, rows, total: typeof total === 'number' ? total : rows.length };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function TableOutput({ table: { fields, rows, total } }: { table: TableData }) {
  return (
    <div className={styles.table} role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {fields.map(({ name, type }) => (
              <th key={name} data-number={type === 'number'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {fields.map(({ name, type }) => (
                <td key={name} data-number={type === 'number'}>
                  {shown(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <p className="quiet">
          {rows.length} of {total} rows
        </p>
      )}
    </div>
  );
}

/** As Python prints it. */
const DIGITS = 6;

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (Number.isInteger(value)) return String(value);
  return String(significant(value, DIGITS));
}

interface FigureData {
  readonly data: readonly Record<string, unknown>[];
  readonly layout: Record<string, unknown>;
}

function figureOf(value: unknown): FigureData | null {
  const { data, layout } = (value ?? {}) as { data?: unknown; layout?: unknown };
  if (!Array.isArray(data)) return null;
  return { data: data.filter(isRecord), layout: isRecord(layout) ? layout : {} };
}

const HEIGHT = 320;
const MOST_HEIGHT = 2000;

function FigureOutput({ figure, label }: { figure: FigureData; label: string }) {
  const { ref, width, palette } = useDrawing();
  const [error, setError] = useState<Error | null>(null);
  const drawn = useMemo(() => inColours(figure, palette, width), [figure, palette, width]);
  const height = drawn.layout.height;
  return (
    <div ref={ref} className={styles.figure} role="img" aria-label={label} style={{ height }}>
      {error !== null && <PlotFailure error={error} />}
      {width > 0 && (
        <PlotlyPlot data={drawn.data} layout={drawn.layout} faded={null} onOutcome={setError} />
      )}
    </div>
  );
}

/** Of `HUES` in backend/lab_model/hues.py. */
const LIGHT = ['#0072b2', '#d55e00', '#009e73', '#c76f9f', '#56b4e9', '#e69f00'];

/** On the page's paper, in its type and in the hues of the present theme. */
function inColours(figure: FigureData, palette: Palette, width: number) {
  const painted = (key: string, value: unknown): unknown => {
    const hue = typeof value === 'string' ? LIGHT.indexOf(value) : -1;
    return key !== '' && hue >= 0 ? palette.hues[hue] : value;
  };
  const copy = JSON.parse(JSON.stringify(figure), painted) as FigureData;
  const { layout } = copy;
  const axes = Object.keys(layout).filter((name) => /^[xy]axis\d*$/.test(name));
  const line = { gridcolor: palette.grid, linecolor: palette.rule2, zerolinecolor: palette.rule2 };
  for (const name of new Set([...axes, 'xaxis', 'yaxis'])) {
    const own = isRecord(layout[name]) ? layout[name] : {};
    const isX = name.startsWith('x');
    layout[name] = { ...line, showgrid: !isX, automargin: true, ...own };
  }
  const asked = typeof layout.height === 'number' ? layout.height : HEIGHT;
  const whole = {
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: 'rgba(0,0,0,0)',
    colorway: [...palette.hues],
    font: { family: palette.font, size: 12, color: palette.ink2 },
    margin: { l: 56, r: 16, t: 28, b: 44 },
    legend: { orientation: 'h', x: 0, y: 1, xanchor: 'left', yanchor: 'bottom' },
    ...layout,
    width,
    height: Math.min(Math.max(asked, 1), MOST_HEIGHT),
  };
  return { data: copy.data as Data[], layout: whole as Partial<Layout> & { height: number } };
}
