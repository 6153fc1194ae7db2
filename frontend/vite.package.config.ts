import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

/** The simulator as one file for Node and for plain pages: `./lab package --npm`. */
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  publicDir: false,
  build: {
    lib: { entry: 'src/package/npm.ts', formats: ['es'], fileName: () => 'index.js' },
    target: 'es2022',
    // Names in errors, and steps through it, are worth more than some kilobytes.
    minify: false,
    outDir: '../build/npm',
    emptyOutDir: true,
    rolldownOptions: { external: ['node:fs/promises'] },
  },
});
