import { delayCurve, rateCurve } from '@/analysis/scenario/linkChanges';

import { ChangeCurve } from './ChangeCurve';
import { FieldProblems } from '../fields/FieldProblems';
import { Fold } from '../fields/Fold';
import { useForm } from '../fields/formContext';
import styles from './linkChanges.module.css';
import { StepTable } from './StepTable';
import { TraceField } from './TraceField';

const TRACE = 'bottleneck.trace';
const LISTS = ['rate_schedule', 'delay_schedule', 'loss_schedule', 'outages'].map(
  (name) => `bottleneck.${name}`,
);

/** How the link changes while the run goes on: its rate, its delay, its losses, outages. */
export function LinkChanges() {
  const { scenario, problems } = useForm();
  const isWrong = problems.some(({ path }) =>
    [TRACE, ...LISTS].some((place) => path.startsWith(place)),
  );
  const rates = rateCurve(scenario);
  const delays = delayCurve(scenario);
  return (
    <Fold title="How the link changes" isForced={isWrong}>
      <div className={styles.parts}>
        <section>
          <StepTable
            path="bottleneck.rate_schedule"
            columns={['at_s', 'rate_bps', 'ramp_s']}
            start={{ at_s: 10, rate_bps: 1_000_000 }}
          />
          {rates !== null && <ChangeCurve points={rates} factor={1e6} unit="Mbit/s" />}
          <TraceField />
        </section>
        <section>
          <StepTable
            path="bottleneck.delay_schedule"
            columns={['at_s', 'delay_s', 'ramp_s']}
            start={{ at_s: 10, delay_s: 0.05 }}
          />
          {delays !== null && <ChangeCurve points={delays} factor={1e-3} unit="ms" />}
        </section>
        <section>
          <StepTable
            path="bottleneck.loss_schedule"
            columns={['at_s', 'probability', 'direction']}
            start={{ at_s: 10, probability: 0.01 }}
          />
        </section>
        <section>
          <StepTable
            path="bottleneck.outages"
            columns={['at_s', 'duration_s', 'direction']}
            start={{ at_s: 10, duration_s: 2 }}
          />
        </section>
      </div>
      <FieldProblems problems={problems.filter(({ path }) => LISTS.includes(path))} />
    </Fold>
  );
}
