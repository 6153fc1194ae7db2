import { Button, Popover, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

import { firstText } from '@/messages/first';

const SHOWN_MS = 3000;

/** Copies the address of exactly this setting; where the browser refuses, shows it. */
export function CopyLink({ href }: { href: string }) {
  const { copy, copied, error, reset } = useClipboard({ timeout: SHOWN_MS });
  return (
    <Popover opened={error !== null} onClose={reset} position="bottom-end" width={420} trapFocus>
      <Popover.Target>
        <Button onClick={() => copy(new URL(href, window.location.href).href)}>
          <span aria-live="polite">{copied ? firstText.copied : firstText.copy}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label={firstText.copyFailed}
          readOnly
          value={new URL(href, window.location.href).href}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
