/** What the page and the worker with Python say to each other. */
export interface PythonQuestion {
  readonly id: number;
  /** A name of `QUESTIONS` in backend/lab/site/in_page.py. */
  readonly question: string;
  /** JSON. */
  readonly text: string;
}

export type PythonAnswer =
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly problem: string };

/** The first message: where Python lies. */
export interface PythonPlace {
  readonly folder: string;
}
