/** Titles of the formats that the menus offer, by name. Written by `./lab generate`. */
export const RUN_FILES = {
  zip: 'All of it (ZIP)',
  csv: 'Series (CSV)',
  transfers: 'Transfers (CSV)',
  losses: 'Lost and marked packets (CSV)',
  parquet: 'Series (Parquet)',
  result: 'Scenario and result (JSON)',
  ipynb: 'Notebook of the ZIP (Jupyter)',
  latex: 'Table of the flows (LaTeX)',
  methods: 'Methods (text)',
  bibtex: 'Citation (BibTeX)',
  qlog: 'Traces without packets (qlog)',
} as const;

/** Of them, what a page without a server has no library for. */
export const SERVER_FILES: readonly string[] = ['parquet'];

export const EXPERIMENT_FILES = {
  zip: 'All of it (ZIP)',
  json: 'Estimates and runs (JSON)',
  parquet: 'Runs (Parquet)',
  estimates: 'Means and differences (Parquet)',
  ipynb: 'Notebook of the ZIP (Jupyter)',
  latex: 'Tables of means and differences (LaTeX)',
  methods: 'Methods (text)',
  bibtex: 'Citation (BibTeX)',
} as const;

/** Of them, what a page without a server has no library for. */
export const SERVER_EXPERIMENT_FILES: readonly string[] = ['parquet', 'estimates'];
