import { createContext, useContext } from 'react';

/**
 * Whether the curves of the page are there. What stands beside them asks the server after them:
 * together they would keep it, and whoever looks, waiting for longer.
 */
export const CurvesFirst = createContext(true);

export const useMayAsk = () => useContext(CurvesFirst);
