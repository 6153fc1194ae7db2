import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// `npm run dev` talks to a running lab; `./lab up` serves the built page itself.
const apiUrl = process.env.LAB_API_URL ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      '#tests': fileURLToPath(new URL('./tests', import.meta.url)),
    },
  },
  server: { proxy: { '/api': apiUrl } },
  preview: { proxy: { '/api': apiUrl } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // The content security policy allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // Plotly is one chunk of about 1.5 MB by nature; it loads after the page is up.
    chunkSizeWarningLimit: 1600,
    license: false,
    // jsPDF would fetch these for HTML and SVG of its own; PDFs are made without them.
    rolldownOptions: { external: ['html2canvas', 'dompurify', 'canvg'] },
  },
  test: {
    restoreMocks: true,
    // Guards against what hangs, not bounds: a busy machine may take its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One processor less, as is usual, would leave half of a build machine idle.
    maxWorkers: '100%',
    // What needs a page (components, and `.dom.test.ts`) has a document, which `tests/afresh.ts`
    // empties, and modules of its own per file: a process and a jsdom for each file were a third of
    // the time of all tests. The rest computes only, without a document.
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['./tests/afresh.ts', './tests/setup.ts'],
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.dom.test.ts'],
        },
      },
    ],
  },
});
