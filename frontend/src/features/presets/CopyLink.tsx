import { useClipboard } from '@mantine/hooks';

import { Button } from '@/ui/Button';
import { Popover } from '@/ui/Popover';

import styles from './first.module.css';

const SHOWN_MS = 3000;

/** Copies the address of exactly this setting; where the browser refuses, shows it. */
export function CopyLink({ href }: { href: string }) {
  const { copy, copied, error, reset } = useClipboard({ timeout: SHOWN_MS });
  const address = new URL(href, window.location.href).href;
  return (
    <Popover
      isOpen={error !== null}
      onClose={reset}
      align="end"
      target={
        <Button onClick={() => copy(address)}>
          <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
        </Button>
      }
    >
      <label className={styles.copyFailed}>
        The browser does not allow copying. This is the link:
        <input readOnly value={address} onFocus={({ target }) => target.select()} />
      </label>
    </Popover>
  );
}
