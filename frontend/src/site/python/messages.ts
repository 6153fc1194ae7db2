/** What the page and the worker with Python say to each other. */
export interface PythonQuestion {
  readonly id: number;
  /** A name of `QUESTIONS` in backend/lab/site/in_page.py. */
  readonly question: string;
  /** JSON. */
  readonly text: string;
}

/** A file is wanted (backend/lab/site/files.py). */
export interface PythonFileQuestion {
  readonly id: number;
  readonly text: string;
  /** Series. */
  readonly values: Float64Array<ArrayBuffer>;
}

export type PythonAnswer =
  | { readonly id: number; readonly text: string; readonly bytes?: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly problem: string };

/** The first message: where Python lies. */
export interface PythonPlace {
  readonly folder: string;
}
