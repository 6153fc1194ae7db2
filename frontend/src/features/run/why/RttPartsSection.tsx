import { useState } from 'react';

import { ABSENT, formatMilliseconds, formatPercent } from '@/analysis/numbers/units';
import {
  meanIntervals,
  RTT_PART_METRICS,
  rttParts,
  type RttPart,
} from '@/analysis/series/rttParts';
import { useSeries } from '@/api/runs/series';
import type { Run } from '@/api/types';
import { PartSwatch, RttPartsPlot } from '@/charts/small/RttPartsPlot';
import { Term } from '@/ui/Term';

import { useMayAsk } from '@/opening/curvesFirst';
import styles from '../run.module.css';
import { allFlows, useShownFlows } from '../state/tableFlows';
import { FlowChoice } from './WhyFlow';
import why from './why.module.css';

/** A rail is some 300 pixels wide. */
const POINTS = 300;

/** The parts of one flow's RTT, as a stacked picture and as numbers. */
export function RttPartsSection({ run }: { readonly run: Run }) {
  const shown = useShownFlows(run.scenario);
  const [chosen, setChosen] = useState<number | null>(null);
  const flows = shown.length > 0 ? shown : allFlows(run.scenario);
  const flow = flows.find(({ index }) => index === chosen) ?? flows[0];
  const request = {
    metrics: RTT_PART_METRICS,
    flowIndices: [flow?.index ?? 0],
    range: null,
    points: POINTS,
  };
  const { data } = useSeries([run.id], request, useMayAsk());
  const grid = data[0]?.grid;
  if (flow === undefined || grid === undefined) return null;
  const parts = rttParts(grid.flows.get(flow.index), run.scenario, flow.groupIndex);
  // Runs made before the parts were recorded, and datagrams, have none.
  if (parts.length === 0 && (flows.length === 1 || chosen === null)) return null;
  return (
    <section>
      <h2>
        <Term
          name="Where the RTT goes"
          definition="Each packet is followed to its receiver and its ACK back to the sender. The parts add up to the mean RTT of each interval."
        />
        <span>{flows.length > 1 ? '' : 'ms'}</span>
      </h2>
      <FlowChoice label="RTT of" flows={flows} value={flow.index} onChange={setChosen} />
      {parts.length === 0 ? (
        <p className="quiet">The parts of this flow’s RTT are not recorded.</p>
      ) : (
        <>
          <RttPartsPlot
            timeSeconds={grid.timeSeconds}
            parts={parts}
            range={[0, run.scenario.duration_s]}
            label={`Parts of the RTT of ${flow.label} over time, stacked`}
          />
          <PartTable parts={parts} />
          <p className="small faint">{meanText(meanIntervals(grid.flows.get(flow.index)).ratio)}</p>
        </>
      )}
    </section>
  );
}

/** The interval that the means are over. */
function meanText(ratio: number): string {
  const whole = 'Means are over time, from the start of the flow';
  if (ratio >= 1) return `${whole}.`;
  return `${whole}, excluding the ${formatPercent(1 - ratio)} of the time in which RTTs are not attributed.`;
}

/** The legend, from above to below as in the picture, with the numbers. */
function PartTable({ parts }: { readonly parts: readonly RttPart[] }) {
  return (
    <table className={styles.numbers} aria-label="Parts of the RTT">
      <thead>
        <tr>
          <td />
          <th scope="col" className="number">
            mean
          </th>
          <th scope="col" className="number">
            highest
          </th>
        </tr>
      </thead>
      <tbody>
        {[...parts].reverse().map(({ metric, title, definition, meanSeconds, highestSeconds }) => (
          <tr key={metric}>
            <th scope="row">
              <span className={why.partName}>
                <PartSwatch metric={metric} />
                <Term name={title} definition={definition} note={metric} />
              </span>
            </th>
            <Milliseconds seconds={meanSeconds} />
            <Milliseconds seconds={highestSeconds} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Milliseconds({ seconds }: { readonly seconds: number | null }) {
  if (seconds === null) return <td className="number">{ABSENT}</td>;
  const { value, unit } = formatMilliseconds(seconds, seconds < 0.01 ? 2 : 1);
  return (
    <td className="number">
      {value} <small>{unit}</small>
    </td>
  );
}
