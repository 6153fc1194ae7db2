/** How long the opening of a run's page waits for each thing. A wait that ends fails nothing. */
export const WAITS_MS = {
  /** For the first curves, before a page that was just opened is built without them. */
  curvesBeforePage: 250,
  /** For the first curves to be seen, before what is beside them is built. */
  curvesBeforeRails: 400,
  /** For curves that are under way, before what comes after them is requested. */
  curvesBeforeRest: 300,
  /** For the page of a run that was just started: it is there by then, and follows the run. */
  pageOfStartedRun: 5000,
} as const;
