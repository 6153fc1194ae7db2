/** What a page and its workers say to each other. */
import type { CurveSettings, RunCurves } from './curves';
import type { CorePackets, PacketWindow } from './packets';
import type { CoreResult } from './result';
import type { StepsAsked, StepsRecorded } from './steps';

export interface CoreModuleMessage {
  /** Compiled once for all workers: code that has become fast in one is fast in the next. */
  readonly module: WebAssembly.Module;
}

/** The first curves of the question with this number are drawn: the worker may continue. */
export interface CoreGoOn {
  readonly goOn: number;
}

export interface CoreQuestion {
  readonly id: number;
  readonly plan: Uint8Array<ArrayBuffer>;
  readonly seed: number;
  /** Curves are wanted instead of series: read here, they would hold up the page's pictures. */
  readonly curves?: CurveSettings;
  /** After the first curves it waits for `CoreGoOn`: to draw them, the page needs a processor. */
  readonly isDrawnFirst?: boolean;
  /** For runs that are kept: a preview explains nothing. */
  readonly wantsCauses?: boolean;
  /** The packets of a time are wanted, and nothing else. */
  readonly packets?: PacketWindow;
  /** The module that flows run whose algorithm is one. */
  readonly own?: Uint8Array<ArrayBuffer>;
  /** Nothing but these is wanted of the run, of which `own` is a module for stepping. */
  readonly steps?: StepsAsked;
}

/**
 * In the order in which they come; `result`, `packets`, `steps` or `problem` is the last one of a
 * question.
 */
export type CoreAnswer =
  | { readonly id: number; readonly chunk: Uint8Array }
  | { readonly id: number; readonly tail: Uint8Array; readonly simulatedSeconds: number }
  | { readonly id: number; readonly curves: RunCurves }
  | { readonly id: number; readonly result: CoreResult; readonly curves?: RunCurves }
  | { readonly id: number; readonly packets: CorePackets }
  | { readonly id: number; readonly steps: StepsRecorded }
  /** The worker is of no use after a trap. */
  | { readonly id: number; readonly problem: string; readonly isTrap: boolean };
