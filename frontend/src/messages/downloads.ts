/** Words of the files that a finished run or experiment can be had as. */
export const downloadText = {
  title: 'Files',
  of: (name: string) => `Files of ${name}`,
  why: 'The ZIP describes itself, cites itself and can be computed again: ./lab replay FILE.zip',
  formats: {
    zip: 'All of it (ZIP)',
    csv: 'Series (CSV)',
    parquet: 'Series (Parquet)',
    result: 'Scenario and result (JSON)',
    ipynb: 'Notebook of the ZIP (Jupyter)',
    methods: 'Methods (text)',
    bibtex: 'Citation (BibTeX)',
    qlog: 'Traces without packets (qlog)',
  },
  experimentFormats: {
    zip: 'All of it (ZIP)',
    json: 'Estimates and runs (JSON)',
    parquet: 'Runs (Parquet)',
    ipynb: 'Notebook of the ZIP (Jupyter)',
    methods: 'Methods (text)',
    bibtex: 'Citation (BibTeX)',
  },
} as const;
