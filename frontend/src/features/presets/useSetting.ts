import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

import { settingOf, viewOf, type Comparable, type Setting } from './setting';

/** A moving slider asks for runs when it has rested so long. */
const REST_MS = 300;

/** The setting of the controls. It begins as the address says and is written there again. */
export function useSetting({ start }: Comparable) {
  const view = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const [setting, setSetting] = useState<Setting>(() => settingOf(view, start));
  const [settled] = useDebouncedValue(setting, REST_MS);
  const change = useCallback(
    (next: Setting) => {
      setSetting(next);
      void navigate({ search: viewOf(next), replace: true, resetScroll: false });
    },
    [navigate],
  );
  return { setting, change, settled };
}
