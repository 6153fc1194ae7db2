/** The metrics that goals and right answers may name (docs/labs.md, Expressions). */
import { flowMetrics, summaryMetrics, type Metric } from '@/generated/metrics';

export interface MetricChoice {
  /** As it stands in an expression: `flow["upload"].mean_rtt_s`. */
  readonly term: string;
  readonly title: string;
  /** Whose it is, in words. */
  readonly of: string;
  readonly definition: string;
}

const LINK: Readonly<Record<string, string>> = {
  rate_bps: 'rate',
  delay_s: 'one-way delay',
  buffer_bytes: 'buffer',
  fair_share_bps: 'fair share of a flow',
};

/** Of each flow, of the run, of the link; flows first, for most goals are about them. */
export function metricChoices(labels: readonly string[]): MetricChoice[] {
  return [
    ...[...new Set(labels)].flatMap((label) =>
      choices(flowMetrics, `of ${label || 'the flow'}`, `flow[${JSON.stringify(label)}].`),
    ),
    ...choices(summaryMetrics, 'of the run', ''),
    ...Object.entries(LINK).map(([name, title]) => ({
      term: `link.${name}`,
      title,
      of: 'of the link',
      definition: '',
    })),
  ];
}

function choices(
  metrics: Readonly<Record<string, Metric>>,
  of: string,
  before: string,
): MetricChoice[] {
  return Object.entries(metrics).map(([name, { title, definition }]) => ({
    term: before + name,
    title,
    of,
    definition,
  }));
}

const TERM = /flow\["[^"]*"\]\.\w+|link\.\w+|[a-z]\w*_\w+/g;

/** The metrics that an expression names, each once; right or wrong. */
export function termsOf(expression: string): string[] {
  return [...new Set(expression.match(TERM) ?? [])];
}
