import { useForm } from '../fields/formContext';
import styles from './vary.module.css';

interface VaryProps {
  readonly path: string;
  /** Of the field, for a screen reader: `RTT of elephant`. */
  readonly name: string;
}

/** Makes an axis of a field, or opens the one that it is. */
export function Vary({ path, name }: VaryProps) {
  const { varying } = useForm();
  if (varying === null || varying.isPartial) return null;
  const isVaried = varying.moveOf(path) !== null;
  if (!isVaried && !varying.canVary(path)) return null;
  return (
    <button
      type="button"
      className={styles.vary}
      data-varied={isVaried || undefined}
      aria-haspopup="dialog"
      aria-label={isVaried ? `Edit how ${name} is varied` : `Vary ${name}`}
      onClick={() => varying.open(path)}
    >
      {isVaried ? 'varied' : 'vary'}
    </button>
  );
}
