import { Link, useNavigate } from '@tanstack/react-router';

import { summaryOf } from '@/analysis/imports/report';
import { scenarioOf } from '@/analysis/imports/estimate/scenarioFrom';
import type { MeasuredTrace } from '@/analysis/imports/types';
import { scenarioFragment } from '@/analysis/links/scenarioLink';
import { short } from '@/analysis/numbers/shown';
import { useAlgorithms } from '@/api/catalog';
import { waitForRun } from '@/state/measured';
import { Button } from '@/ui/Button';

import { AboutFile } from './AboutFile';
import styles from './files.module.css';
import { NetworkPart } from './NetworkPart';
import { RefinePart } from './RefinePart';
import { WhyPart } from './WhyPart';

interface OpenedMeasurementProps {
  readonly trace: MeasuredTrace;
  readonly onLeave: () => void;
}

/** A measurement without a run: its numbers, its network, and the ways on from there. */
export function OpenedMeasurement({ trace, onLeave }: OpenedMeasurementProps) {
  const navigate = useNavigate();
  const { data: algorithms } = useAlgorithms();
  const start = () => {
    const known = (algorithms ?? []).map(({ name }) => name);
    const content = scenarioOf(trace, `After ${trace.name}`, known);
    onLeave();
    void navigate({ to: '/build', hash: scenarioFragment({ content, seed: 1 }).slice(1) });
  };
  return (
    <>
      <FlowLines trace={trace} />
      <AboutFile about={trace.about} />
      <WhyPart trace={trace} />
      <NetworkPart trace={trace} />
      <RefinePart trace={trace} />
      <div className={styles.acts}>
        <Button variant="filled" disabled={algorithms === undefined} onClick={start}>
          Start a scenario from it
        </Button>
        <Link
          to="/runs"
          onClick={() => {
            waitForRun(trace);
            onLeave();
          }}
        >
          Compare it with a run
        </Link>
      </div>
      <p className="small faint">
        The file stays in this browser. To compare it, choose a run and add the measurement there.
      </p>
    </>
  );
}

const MOST_FLOWS = 20;

/** Each flow of a measurement in a line: how long, how fast, how far. */
function FlowLines({ trace: { flows } }: { trace: MeasuredTrace }) {
  return (
    <ul className={styles.flows}>
      {flows.slice(0, MOST_FLOWS).map((flow, at) => {
        const { duration_s, mean_throughput_bps, mean_rtt_s, retransmitted_packets } =
          summaryOf(flow);
        const parts = [
          `${short(duration_s)} s`,
          mean_throughput_bps === null ? null : `${short(mean_throughput_bps / 1e6)} Mbit/s`,
          mean_rtt_s === null ? null : `${short(mean_rtt_s * 1e3)} ms mean RTT`,
          retransmitted_packets === null ? null : `${retransmitted_packets} retransmitted`,
        ];
        return (
          <li key={at}>
            <b>{flow.label}</b>{' '}
            {flow.algorithm !== null && <span className="quiet">{flow.algorithm} </span>}
            {parts.filter((part) => part !== null).join(', ')}
          </li>
        );
      })}
      {flows.length > MOST_FLOWS && <li>{`${flows.length - MOST_FLOWS} more not shown`}</li>}
    </ul>
  );
}
