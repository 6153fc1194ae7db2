import { type Field, fieldsBelow, ofKind } from '@/analysis/scenario/fields/fields';
import { choiceName, helpText } from '@/analysis/scenario/fields/fieldTexts';
import { delayCurve, rateCurve } from '@/analysis/scenario/network/linkChanges';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';
import { Term } from '@/ui/Term';

import { AnyField } from '../fields/AnyField';
import styles from '../fields/field.module.css';
import { FieldProblems } from '../fields/FieldProblems';
import { Fold } from '../fields/Fold';
import { isChoice, useField, useForm } from '../fields/formContext';
import { NumberField } from '../fields/NumberField';
import { DELAY_SCALE } from '../fields/scales';
import { VariedLine } from '../vary/VariedLine';
import { Vary } from '../vary/Vary';
import { ChangeCurve } from './ChangeCurve';
import linkChangesStyles from './linkChanges.module.css';
import { BufferField, RateField } from './LinkFields';
import { StepTable } from './StepTable';
import { TraceField } from './TraceField';

const PATH = 'bottleneck';
const RATE = 'bottleneck.rate_bps';
const SHOWN_FIRST = new Set([
  RATE,
  'bottleneck.delay_s',
  'bottleneck.buffer.amount',
  'bottleneck.buffer.unit',
  'bottleneck.buffer.rtt_s',
  'bottleneck.queue.kind',
  'bottleneck.loss.kind',
]);
/** Lists of steps, which have a part of their own. */
const CHANGES = /^bottleneck\.(rate_schedule|trace|delay_schedule|loss_schedule|outages)/;
/** The parameters of a queue discipline or loss model; where loss acts stands further down. */
const OF_KINDS = /^bottleneck\.(queue|loss)\./;

/** The link where packets queue. */
export function BottleneckSection() {
  const { schema, scenario, problems } = useForm();
  const all = fieldsBelow(schema, PATH, scenario).filter(
    ({ path }) => !SHOWN_FIRST.has(path) && !CHANGES.test(path),
  );
  const isOfKind = ({ path, kind }: Field) => OF_KINDS.test(path) && kind !== 'choice';
  const rest = all.filter((field) => !isOfKind(field));
  const hasProblem = problems.some(({ path }) => rest.some((field) => field.path === path));
  return (
    <section>
      <div className={styles.heading}>
        <h2>Bottleneck</h2>
        <span className="quiet">One queue, shared by all flows.</span>
      </div>
      <div className={styles.grid}>
        <RateField link={PATH} />
        <NumberField path="bottleneck.delay_s" scale={DELAY_SCALE} />
        <BufferField link={PATH} />
        {all.filter(isOfKind).map(({ path }) => (
          <AnyField key={path} path={path} />
        ))}
      </div>
      <div className={styles.kinds}>
        <Kinds />
      </div>
      <LinkChanges />
      <Fold title="More of the bottleneck" isForced={hasProblem}>
        <div className={styles.grid}>
          {rest.map(({ path }) => (
            <AnyField key={path} path={path} />
          ))}
        </div>
      </Fold>
    </section>
  );
}

function Kinds() {
  const { schema, scenario, set } = useForm();
  const change = (path: string) => (kind: string) => {
    set({ [path]: ofKind(schema, path, scenario, kind) });
  };
  return (
    <>
      <KindField path="bottleneck.queue.kind" name="Queue" onChange={change('bottleneck.queue')} />
      <KindField path="bottleneck.loss.kind" name="Loss" onChange={change('bottleneck.loss')} />
    </>
  );
}

interface KindFieldProps {
  readonly path: string;
  readonly name: string;
  readonly onChange: (kind: string) => void;
}

/** A choice of few, side by side. What can be one only is no choice. */
export function KindField({ path, name, onChange }: KindFieldProps) {
  const state = useField(path);
  if (state === null || !isChoice(state)) return null;
  const { field, effective, problems } = state;
  // Another kind has other fields: it is varied as a whole.
  const whole = path.replace(/\.kind$/, '');
  const chosen = typeof effective === 'string' ? effective : '';
  return (
    <div className={styles.kind} data-path={path} data-vary="">
      <Term name={name} definition={helpText(field)} />
      <SegmentedControl
        aria-label={name}
        className={styles.choices}
        value={chosen}
        onChange={onChange}
        data={field.choices.map((choice) => ({
          value: choice,
          label: choiceName(field, choice),
        }))}
      />
      <Vary path={whole} name={name} />
      <VariedLine path={whole} />
      <FieldProblems problems={problems} />
    </div>
  );
}

const TRACE = 'bottleneck.trace';
const LISTS = ['rate_schedule', 'delay_schedule', 'loss_schedule', 'outages'].map(
  (name) => `bottleneck.${name}`,
);

/** How the link changes during the run: its rate, its delay, its losses, outages. */
function LinkChanges() {
  const { scenario, problems } = useForm();
  const isWrong = problems.some(({ path }) =>
    [TRACE, ...LISTS].some((place) => path.startsWith(place)),
  );
  const rates = rateCurve(scenario);
  const delays = delayCurve(scenario);
  return (
    <Fold title="How the link changes" isForced={isWrong}>
      <div className={linkChangesStyles.parts}>
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
