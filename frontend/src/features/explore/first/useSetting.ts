import { useCallback, useState } from 'react';
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { knownCase, settingOf, viewOf, type Comparable, type Setting } from './setting';

/** A moving slider asks for runs when it has rested so long. A held key repeats in half of it. */
const REST_MS = 60;
/** And is written into the address, which the router draws the page for again. */
const ADDRESS_MS = 250;

/** The setting of the controls. It begins as the address says and is written there again. */
export function useSetting(comparable: Comparable) {
  const view = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [setting, setSetting] = useState<Setting>(() =>
    settingOf(view, comparable.cases[0].setting),
  );
  const [rested] = useDebouncedValue(setting, REST_MS);
  // A stored setting is shown without a delay.
  const settled = knownCase(comparable, setting) === null ? rested : setting;
  const write = useDebouncedCallback(
    (next: Setting) => void navigate({ search: viewOf(next), replace: true, resetScroll: false }),
    ADDRESS_MS,
  );
  const change = useCallback(
    (next: Setting) => {
      setSetting(next);
      write(next);
    },
    [write],
  );
  return { setting, change, settled };
}
