import { toTyped } from '@/analysis/numbers/decimal';
import { Button } from '@/ui/Button';

import styles from '../fields/field.module.css';
import { useField, useForm } from '../fields/formContext';
import { NumberField } from '../fields/NumberField';

/** The RTT that makes one BDP: that of the shortest flow, or fixed, and then said to be. */
export function BdpRtt({ path }: { path: string }) {
  const { derived } = useForm();
  const state = useField(path);
  if (state === null) return null;
  const { field, value, set } = state;
  if (value != null) {
    return (
      <div className={styles.bdpRtt}>
        <NumberField path={path} name="RTT of 1 BDP, fixed" />
        <Button size="xs" onClick={() => set(undefined)}>
          Use the shortest RTT
        </Button>
      </div>
    );
  }
  const rtt = derived?.reference_rtt_s;
  if (rtt === undefined) return <p className={styles.bdpRtt} data-path={path} />;
  const shown = `${toTyped(Number((rtt * 1e3).toPrecision(12)), 1)} ms`;
  return (
    <p className={styles.bdpRtt} data-path={path}>
      <span>{`1 BDP: RTT ${shown}, the shortest flow’s`}</span>
      <Button size="xs" aria-label={`Keep ${shown} as the RTT of 1 BDP`} onClick={() => set(rtt)}>
        {`Keep ${shown}`}
      </Button>
      <span className="visually-hidden">{field.help}</span>
    </p>
  );
}
