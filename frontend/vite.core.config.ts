import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

/** The page's core as one file that Node runs: what it writes is compared with Python's. */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/core.ts',
    target: 'node20',
    outDir: '../build/core',
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'core.mjs' } },
  },
});
