/** The metrics that a goal is made of, in words. Pure. */
import { t } from '@lingui/core/macro';

import { formatValue, metricFormat } from '@/analysis/numbers/metricFormat';
import { flowMetrics, summaryMetrics, type Metric } from '@/generated/metrics';

const FLOW_TERM = /^flow\["(.+)"\]\.(\w+)$/;
const LINK_TERM = /^link\.(\w+)$/;

const LINK_TITLES: Readonly<Record<string, string>> = {
  rate_bps: t`link rate`,
  delay_s: t`link delay`,
  buffer_bytes: 'buffer',
  fair_share_bps: t`fair share`,
};

/** `flow["upload"].mean_rtt_s` is the mean RTT of the upload. */
export function termTitle(term: string): string {
  const [, flow, ofFlow = ''] = FLOW_TERM.exec(term) ?? [];
  if (flow !== undefined) return `${flow}: ${metricOf(flowMetrics, ofFlow)?.title ?? ofFlow}`;
  const [, ofLink] = LINK_TERM.exec(term) ?? [];
  if (ofLink !== undefined) return LINK_TITLES[ofLink] ?? ofLink;
  return metricOf(summaryMetrics, term)?.title ?? term;
}

export function termText(term: string, value: number | null): string {
  const name = term.split('.').at(-1) ?? term;
  const metric = metricOf(summaryMetrics, name) ?? metricOf(flowMetrics, name);
  const nature = {
    name,
    unit: name.split('_').at(-1) ?? '',
    // Only a share is read as percent; the ratio of two flows is fair at one.
    fair: metric?.quantity === 'share' ? null : 1,
    scale: 'linear' as const,
  };
  return formatValue(value, metricFormat(nature, [value]));
}

function metricOf(metrics: Readonly<Record<string, Metric>>, name: string): Metric | undefined {
  return metrics[name];
}
