import { t } from '@lingui/core/macro';

import { Note } from '@/ui/Note';

/** Says that no phone can open the address of this page, and what to do; else nothing. */
export function LocalAddressNote() {
  if (!isOnlyHere(window.location.hostname)) return null;
  return (
    <Note tone="warn" title={t`Only this computer reaches this address.`}>
      {t`Stop the lab and start it with ./lab up --host 0.0.0.0. It then prints the address for the class.`}
    </Note>
  );
}

/** Whether an address means the computer that opens it, so that no phone can use it. */
function isOnlyHere(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
}
