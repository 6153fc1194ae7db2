import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';

import { i18n } from './i18n';

/** A text with elements in it. The macro `Trans` of @lingui/react/macro becomes this one. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={{ i18n }} />;
}
