/** The numbers of a run as Python's `result` takes them (backend/lab/site/in_page.py). */
import type { CoreResult } from '@/core/result';

export function coreNumbers(core: CoreResult) {
  const transfers = core.transfers.flatMap(({ flowIndex, transfers: own }) =>
    own.map((transfer) => ({ flowIndex, ...transfer })),
  );
  return {
    core_version: core.coreVersion,
    behaviour_version: core.behaviourVersion,
    series_digest: core.seriesDigest,
    simulated_packets: core.simulatedPackets,
    sample_count: core.sampleCount,
    events_truncated: core.eventsTruncated,
    fairness: core.fairness,
    links: core.links,
    flows: core.flows.map(({ groupIndex, flowIndex, numbers }) => ({
      group_index: groupIndex,
      flow_index: flowIndex,
      ...numbers,
    })),
    losses: {
      bucket_s: core.losses.bucketSeconds,
      rows: core.losses.rows.map((row) => ({
        flow_index: row.flowIndex,
        link_index: row.linkIndex,
        reason: row.reason,
        is_mark: row.isMark,
        is_ack: row.isAck,
        window_packets: row.windowPackets,
        packets: row.packets,
        first_s: row.firstSeconds,
        last_s: row.lastSeconds,
        buckets: row.buckets.map(({ bucket }) => bucket),
        bucket_packets: row.buckets.map(({ packets }) => packets),
      })),
    },
    transfers: {
      flow_index: transfers.map(({ flowIndex }) => flowIndex),
      start_s: transfers.map(({ startSeconds }) => startSeconds),
      size_bytes: transfers.map(({ sizeBytes }) => sizeBytes),
      completion_s: transfers.map(({ completionSeconds }) => completionSeconds),
      acknowledged_s: transfers.map(({ acknowledgedSeconds }) => acknowledgedSeconds),
    },
  };
}
