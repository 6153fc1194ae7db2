import { fieldsBelow, ofKind, type Field } from '@/analysis/scenario/fields';
import { choiceName, helpText } from '@/analysis/scenario/fieldWords';
import { SegmentedControl } from '@/ui/SegmentedControl';
import { Term } from '@/ui/Term';

import { AnyField } from '../fields/AnyField';
import styles from '../fields/field.module.css';
import { Fold } from '../fields/Fold';
import { useField, useForm, isChoice } from '../fields/formContext';
import { LinkChanges } from './LinkChanges';
import { BufferField, RateField } from './LinkFields';
import { NumberField } from '../fields/NumberField';
import { DELAY_SCALE } from '../fields/scales';
import { FieldProblems } from '../fields/FieldProblems';
import { Vary } from '../vary/Vary';
import { VariedLine } from '../vary/VariedLine';

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
/** What a queue discipline or a loss model is set by; where loss acts stands further down. */
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
