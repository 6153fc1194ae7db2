import { Button, Popover, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

const SHOWN_MS = 3000;

/** Copies the address of exactly this setting; where the browser refuses, shows it. */
export function CopyLink({ href }: { href: string }) {
  const { copy, copied, error, reset } = useClipboard({ timeout: SHOWN_MS });
  return (
    <Popover opened={error !== null} onClose={reset} position="bottom-end" width={420} trapFocus>
      <Popover.Target>
        <Button onClick={() => copy(new URL(href, window.location.href).href)}>
          <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label="The browser does not allow copying. This is the link:"
          readOnly
          value={new URL(href, window.location.href).href}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
