import { fieldsBelow } from '@/analysis/scenario/fields';

import { AnyField } from '../fields/AnyField';
import styles from '../fields/field.module.css';
import { Fold } from '../fields/Fold';
import { useForm } from '../fields/formContext';
import { NumberField } from '../fields/NumberField';
import { SeedsField } from '../fields/SeedsField';
import { DURATION_SCALE, PACKET_SCALE, warmupScale } from '../fields/scales';

const MAIN = ['duration_s', 'warmup_s', 'packet_bytes'];
// Edited elsewhere on the page: in the head, as sections of their own.
const ELSEWHERE = /^(name|version|bottleneck|links|flows|transport)(\.|$)/;

/** How long, how much of it counts, and what a packet is. */
export function RunSection() {
  const { schema, scenario } = useForm();
  const rest = fieldsBelow(schema, '', scenario)
    .map(({ path }) => path)
    .filter((path) => !MAIN.includes(path) && !ELSEWHERE.test(path));
  return (
    <section>
      <div className={styles.heading}>
        <h2>Run</h2>
      </div>
      <div className={styles.grid}>
        <NumberField path="duration_s" scale={DURATION_SCALE} />
        <NumberField path="warmup_s" scale={warmupScale(scenario)} />
        <NumberField path="packet_bytes" scale={PACKET_SCALE} />
        <SeedsField />
      </div>
      <FoldedFields title="More of the run" paths={rest} />
    </section>
  );
}

/** The TCP sender below the congestion control. */
export function SenderSection() {
  const { schema, scenario } = useForm();
  const paths = fieldsBelow(schema, 'transport', scenario).map(({ path }) => path);
  if (paths.length === 0) return null;
  return (
    <section>
      <div className={styles.heading}>
        <h2>Sender</h2>
        <span className="quiet">Settings shared by all senders, below congestion control.</span>
      </div>
      <FoldedFields title="Initial window, timeout, bursts, pacing" paths={paths} />
    </section>
  );
}

function FoldedFields({ title, paths }: { title: string; paths: readonly string[] }) {
  const { problems } = useForm();
  const hasProblem = problems.some(({ path }) => paths.includes(path));
  return (
    <Fold title={title} isForced={hasProblem}>
      <div className={styles.grid}>
        {paths.map((path) => (
          <AnyField key={path} path={path} />
        ))}
      </div>
    </Fold>
  );
}
