/** Small, typed stand-ins for what the API says, with round numbers to compute by hand. */
import type { FlowResult, Preset, Run, RunResult, Scenario } from '@/api/types';

export function scenario(changes: Partial<Scenario> = {}): Scenario {
  return {
    version: 1,
    name: 'Elephant and mouse',
    duration_s: 10,
    warmup_s: 0,
    sample_interval_s: 0.1,
    packet_bytes: 1000,
    header_bytes: 52,
    start_jitter_s: 0.1,
    bottleneck: {
      rate_bps: 10_000_000,
      delay_s: 0.01,
      buffer: { amount: 10, unit: 'bdp', rtt_s: 0.025 },
      queue: { kind: 'droptail' },
      loss: {
        kind: 'bernoulli',
        probability: 0.0015,
        position: 'after_queue',
        direction: 'data',
      },
      rate_schedule: [],
      trace: { label: '', after_end: 'repeat', opportunities_ms: [] },
      delay_schedule: [],
      jitter_s: 0,
      jitter_reorders: false,
      jitter_distribution: 'uniform',
      jitter_correlation_ratio: 0,
      outages: [],
      loss_schedule: [],
    },
    links: [],
    transport: {
      initial_window_packets: 10,
      min_rto_s: 0.2,
      send_quantum: 'linux',
      send_quantum_packets: 1,
      window_pacing: false,
      host_jitter_s: 0.00002,
      handshake: 'tcp',
    },
    flows: [group('elephant', 0.035, 'bbr2'), group('mouse', 0.025, 'bbr2')],
    ...changes,
  };
}

export function group(label: string, rtt_s: number, algorithm: string): Scenario['flows'][number] {
  return {
    label,
    count: 1,
    rtt_s,
    start_s: 0,
    stop_s: null,
    algorithm: { name: algorithm, parameters: {} },
    traffic: { kind: 'bulk' },
    receiver: {
      ack_every_packets: 2,
      ack_timeout_s: 0.04,
      window_bytes: null,
      ack_aggregation_s: 0,
      quick_ack_packets: 200,
      ack_pushed: true,
    },
    path: ['bottleneck'],
    return_path: [],
  };
}

export function run(changes: Partial<Run> = {}): Run {
  return {
    id: '00000000-0000-7000-8000-000000000001',
    status: 'done',
    name: 'Elephant and mouse',
    forked_from: null,
    is_shared: false,
    seed: 7,
    scenario: scenario(),
    scenario_digest: '8f3c21ae00000000',
    behaviour_version: 1,
    core_version: '0.1.0+abc',
    computed_elsewhere: null,
    queue: 'interactive',
    attempt: 1,
    predicted_packets: 12_500,
    progress: { simulated_s: 10, duration_s: 10, sample_count: 100 },
    error: null,
    result: result(),
    created_at: '2026-11-20T17:00:00Z',
    started_at: '2026-11-20T17:00:01Z',
    finished_at: '2026-11-20T17:00:01.310Z',
    ...changes,
  };
}

/** One that is not being computed yet. */
export function queuedRun(id: string): Run {
  return run({
    id,
    status: 'queued',
    result: null,
    attempt: 0,
    started_at: null,
    finished_at: null,
    progress: { simulated_s: 0, duration_s: 10, sample_count: 0 },
  });
}

export function result(): RunResult {
  return {
    core_version: '0.1.0+abc',
    seed: 7,
    scenario_digest: '8f3c21ae00000000',
    series_digest: '00',
    summary_digest: '00',
    window: { start_s: 0, end_s: 10 },
    simulated_packets: 12_000,
    sample_count: 100,
    sample_interval_s: 0.1,
    events_truncated: false,
    link: { rate_bps: 1e7, delay_s: 0.01, buffer_bytes: 312_000, fair_share_bps: 5e6 },
    summary: {
      utilisation_ratio: 0.984,
      mean_queue_bytes: 60_000,
      p50_queue_bytes: 60_000,
      p95_queue_bytes: 90_000,
      p99_queue_bytes: 95_000,
      max_queue_bytes: 100_000,
      transmitted_packets: 12_000,
      dropped_packets: 3,
      randomly_lost_packets: 18,
      throughput_bps: 9.8e6,
      goodput_bps: 9.2e6,
      retransmit_ratio: 0.002,
      jain_index: 0.845,
      goodput_jain_index: 0.845,
      throughput_ratio: 2.5,
      goodput_ratio: 2.5,
      mean_1s_throughput_ratio: 2.5,
      mean_1s_goodput_ratio: 2.5,
      throughput_stdr: 0.43,
      goodput_stdr: 0.43,
      mean_1s_jain_index: 0.84,
      min_1s_jain_index: 0.8,
      mean_1s_goodput_jain_index: 0.84,
      min_1s_goodput_jain_index: 0.8,
      jain_second_count: 9,
    },
    flows: [flowResult(0, 'elephant', 7e6, 0.035), flowResult(1, 'mouse', 2.8e6, 0.025)],
  };
}

function flowResult(
  index: number,
  label: string,
  throughput_bps: number,
  base_rtt_s: number,
): FlowResult {
  return {
    label,
    algorithm: 'bbr2',
    parameters: {},
    base_rtt_s,
    bdp_bytes: (1e7 * base_rtt_s) / 8,
    group_index: index,
    flow_index: index,
    start_s: 0,
    active_s: 10,
    throughput_bps,
    goodput_bps: throughput_bps * 0.948,
    sent_packets: 8000,
    retransmitted_packets: 16,
    received_packets: 7990,
    unique_packets: 7980,
    dropped_packets: 3,
    randomly_lost_packets: 9,
    retransmit_ratio: 0.002,
    rto_count: 0,
    recovery_count: 5,
    tail_loss_probe_count: 0,
    spurious_retransmission_count: 0,
    mean_rtt_s: 0.0805,
    p50_rtt_s: 0.08,
    p95_rtt_s: 0.1173,
    p99_rtt_s: 0.12,
    min_rtt_s: base_rtt_s,
    max_rtt_s: 0.14,
    mean_cwnd_bytes: 90_000,
    mean_inflight_bytes: 80_000,
    mean_pacing_rate_bps: 7e6,
    final_min_rtt_s: base_rtt_s,
    mean_queue_bytes: index === 0 ? 45_000 : 15_000,
    limited_cwnd_ratio: index === 0 ? 0.78 : 0.91,
    limited_pacing_ratio: index === 0 ? 0.18 : 0.09,
    limited_recovery_ratio: index === 0 ? 0.04 : 0,
    limited_receive_window_ratio: 0,
    limited_application_ratio: 0,
  };
}

export function presets(): Preset[] {
  const fairtt = scenario({
    flows: [group('elephant', 0.035, 'fairtt'), group('mouse', 0.025, 'fairtt')],
  });
  const measured = {
    behaviour_version: 1,
    core_version: '0.1.0+0',
    seed_count: 20,
    drawn_seed: 7,
    note: null,
  };
  return [
    {
      ...measured,
      id: 'elephant-and-mouse',
      title: 'Elephant and mouse',
      topic: 'rtt',
      setting: '35 ms and 25 ms',
      sentence: 'The elephant gets 1.41 times the mouse.',
      sentence_parts: [
        { text: 'The elephant gets ', is_number: false },
        { text: '1.41 times', is_number: true },
        { text: ' the mouse.', is_number: false },
      ],
      note: 'A paper says otherwise.',
      variants: [
        presetVariant('bbr2', 'BBRv2', scenario()),
        presetVariant('fairtt', 'FaiRTT', fairtt),
      ],
    },
    {
      ...measured,
      id: 'one',
      title: 'One flow',
      topic: 'loss',
      setting: '40 ms',
      sentence: 'A flow alone.',
      sentence_parts: [{ text: 'A flow alone.', is_number: false }],
      variants: [presetVariant('newreno', 'NewReno', scenario({ name: 'One flow' }), 1)],
    },
  ];
}

function presetVariant(
  id: string,
  title: string,
  scenario: Scenario,
  groupCount = 2,
): Preset['variants'][number] {
  const labels = ['elephant', 'mouse'].slice(0, groupCount);
  return {
    id,
    title,
    scenario,
    numbers: [
      {
        name: 'utilisation_ratio',
        label: 'link busy, %',
        text: '98%',
        mean: 0.98,
        low: 0.97,
        high: 0.99,
      },
    ],
    shares: labels.map((label) => ({ label, share: 1 / groupCount, fair_share: 1 / groupCount })),
    thumbnail: {
      metric: 'throughput_bps',
      interval_s: 2,
      top: 1e7,
      reference: 5e6,
      lines: labels.map((label, index) => ({
        label,
        group_index: index,
        values: [null, 5e6, 6e6],
      })),
    },
  };
}

/** What `GET /api/runs/ID/series` says: two samples of two flows and the link. */
export function series(runId: string) {
  const column = (...mean: number[]) => ({ mean, min: null, max: null });
  const flow = (index: number, mbitPerS: number) => ({
    subject: 'flow',
    index,
    columns: {
      throughput_bps: column(mbitPerS * 1e6, mbitPerS * 1e6),
      rtt_s: column(0.06, 0.07),
      min_rtt_s: column(0.036, 0.036),
      cwnd_bytes: column(50_000, 60_000),
      inflight_bytes: column(40_000, 50_000),
    },
  });
  const queue = { queue_bytes: column(20_000, 30_000), queue_max_bytes: column(25_000, 35_000) };
  return {
    run_id: runId,
    sample_interval_s: 0.1,
    sample_count: 2,
    complete: true,
    from_s: 0,
    to_s: 0.2,
    bucket_samples: 1,
    time_s: [0.1, 0.2],
    subjects: [flow(0, 7), flow(1, 3), { subject: 'link', index: 0, columns: queue }],
  };
}

export function timeline(runId: string) {
  const phase = (flow_index: number, start_s: number, end_s: number, name: string) => ({
    flow_index,
    start_s,
    end_s,
    phase: name,
    reason: 'start',
  });
  return {
    run_id: runId,
    complete: true,
    phases: [phase(0, 0, 0.15, 'startup'), phase(0, 0.15, 10, 'probe_bw_cruise')],
    events: [{ time_s: 0.1, flow_index: 0, kind: 'rto', reason: 'timeout', value: null }],
  };
}

const FAIR = {
  fair_share_bps: 5e6,
  fair_share_steps: [{ from_s: 0, fair_share_bps: 5e6 }],
};

export function checked() {
  return {
    scenario_digest: '8f3c21ae00000000',
    predicted_packets: 12_500,
    derived: {
      flow_count: 2,
      mean_rate_bps: 1e7,
      lowest_rate_bps: 1e7,
      highest_rate_bps: 1e7,
      fair_share_bps: 5e6,
      equal_share_bps: 5e6,
      packet_time_s: 0.0008,
      reference_rtt_s: 0.025,
      bdp_packets: 31.25,
      buffer_bytes: 312_000,
      buffer_packets: 312,
      buffer_s: 0.2496,
      buffer_bdp: 9.98,
      sample_count: 100,
      links: [],
      groups: [
        { base_rtt_s: 0.035, bdp_bytes: 43_750, bdp_packets: 43.75, ...FAIR },
        { base_rtt_s: 0.025, bdp_bytes: 31_250, bdp_packets: 31.25, ...FAIR },
      ],
    },
  };
}

export function algorithms() {
  const algorithm = (name: string, title: string) => ({
    name,
    title,
    parameters: [],
    phases: [],
    metrics: [],
  });
  return [algorithm('bbr2', 'BBRv2'), algorithm('fairtt', 'FaiRTT')];
}
