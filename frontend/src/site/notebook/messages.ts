/** What the page and the worker of a notebook say to each other. */
import type { ScenarioRules } from '@/core/complete';

import type { Output } from './format';

/** The first message: where Python lies, what computes, and the known cases. */
export interface NotebookBegin {
  readonly folder: string;
  readonly module: WebAssembly.Module;
  readonly rules: ScenarioRules;
  /** GET /api/presets, as JSON. */
  readonly cases: string;
}

export interface CellAsked {
  readonly number: number;
  readonly source: string;
}

/** How many of the runs that a call computes are done. */
export interface Progress {
  readonly done: number;
  readonly of: number;
}

export type NotebookNews =
  | { readonly isReady: true }
  | { readonly number: number; readonly output: Output }
  | { readonly number: number; readonly progress: Progress }
  | { readonly number: number; readonly ended: 'ok' | 'error' }
  /** Python did not start. */
  | { readonly problem: string };
