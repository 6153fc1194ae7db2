import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

/** The readers of files as one file that Node runs: `./lab read` (docs/decisions/0015). */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/read.ts',
    target: 'node20',
    outDir: '../build/read',
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'read.mjs' } },
  },
});
