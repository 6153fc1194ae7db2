import { setupI18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

import { SOURCE_LANGUAGE } from './language';

/** What `t` and `Trans` read. It is English until another language is loaded (`language.ts`). */
export const i18n = setupI18n({
  locale: SOURCE_LANGUAGE,
  messages: { [SOURCE_LANGUAGE]: {} },
});

const compiled = new Map<string, CompiledMessage>();

// A text of the code is compiled where it is first read, and once.
i18n.setMessagesCompiler((message) => {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
});
