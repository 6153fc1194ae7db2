/** What the page and its compiler say to each other. */

/** Something wrong in a text, from one character to another. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** A module, or why there is none. */
export type Compiled =
  { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly problems: readonly Problem[] };

export interface CompileQuestion {
  readonly id: number;
  readonly text: string;
}

export interface CompileAnswer {
  readonly id: number;
  readonly compiled: Compiled;
}
