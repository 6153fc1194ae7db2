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

/** A module for stepping, or why there is none. */
export type DebugCompiled = DebugModule | { readonly problems: readonly Problem[] };

interface DebugModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The algorithm's own variables that hold numbers, by how the module exports them. */
  readonly variables: readonly DebugVariable[];
  /** By watch: why it is not in the module; "": it is. */
  readonly watchProblems: readonly string[];
}

export interface DebugVariable {
  readonly name: string;
  /** The name of its export. */
  readonly exportName: string;
  /** As it is written; "": the compiler found it. */
  readonly type: string;
}

export interface CompileQuestion {
  readonly id: number;
  readonly text: string;
  /** Only of a module for stepping. */
  readonly watches?: readonly string[];
}

export type CompileAnswer =
  | { readonly id: number; readonly compiled: Compiled }
  | { readonly id: number; readonly debug: DebugCompiled };
