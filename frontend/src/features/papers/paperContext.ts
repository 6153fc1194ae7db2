import { createContext, useContext } from 'react';

import type { PaperChoices } from './usePaperChoices';

const Context = createContext<PaperChoices | null>(null);

export const PaperProvider = Context.Provider;

/** The paper of the page and what the visitor has chosen. */
export function usePaperContext(): PaperChoices {
  const value = useContext(Context);
  if (value === null) throw new Error('A part of a paper is outside its page.');
  return value;
}
