import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompressSync,
  type BrotliOptions,
  constants,
  gzip,
} from 'node:zlib';

import { transformAsync } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin, PluginOption } from 'vite';
import { defineConfig } from 'vitest/config';

import { withNavigation } from './src/app/navigation.ts';

// `npm run dev` talks to a running lab; `./lab up` serves the built page itself.
const apiUrl = process.env.LAB_API_URL ?? 'http://127.0.0.1:8000';

const FOLDER = 'dist';
/** Below this an answer is one packet either way. */
const WORTH_COMPRESSING_BYTES = 1000;
/** Above this the best compression takes half a minute, for a twentieth of the bytes. */
const LARGE_BYTES = 4_000_000;
const FAST_ENOUGH = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Nearly every function of these is called as soon as it is there: the entry draws the first page,
 * and the workbench, loaded while another page is read, is wanted at once. Chromium then compiles
 * all of them beside the page, instead of a thousand of them one by one.
 */
function compiledAtOnce(): Plugin {
  return {
    name: 'compiled-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          if (!part.isEntry && !part.moduleIds.some((id) => id.endsWith(WORKBENCH))) continue;
          // It counts as the first line only.
          part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
        }
      },
    },
  };
}

const WORKBENCH = '/src/features/run/RunPage.tsx';

/** The head bar of index.html has the links of the page's own: one list for both. */
function firstNavigation(): Plugin {
  return { name: 'first-navigation', transformIndexHtml: withNavigation };
}

/** Puts `.br` and `.gz` beside the built files, so that no server compresses them at each visit. */
function precompressed(): Plugin {
  const forms = [
    [
      '.br',
      (content: Buffer) =>
        promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(
          content,
          content.length > LARGE_BYTES ? FAST_ENOUGH : {},
        ),
    ],
    ['.gz', promisify<Buffer, Buffer>(gzip)],
  ] as const;
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = FOLDER }) {
      const assets = join(dir, 'assets');
      const names = (await readdir(assets)).filter((name) => !/\.(br|gz)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(assets, name);
          const content = await readFile(path);
          if (content.length < WORTH_COMPRESSING_BYTES) return;
          for (const [suffix, compress] of forms)
            await writeFile(path + suffix, await compress(content));
        }),
      );
    },
  };
}

/**
 * The core's module lies compressed in the repository (`./lab wasm`). An import of it is the
 * address of the unpacked file: part of the build, and of `npm run dev`.
 */
function storedModules(): Plugin {
  let isBuild = false;
  const unpacked = async (path: string) => brotliDecompressSync(await readFile(path));
  return {
    name: 'stored-modules',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    async load(id) {
      const path = id.split('?')[0] ?? '';
      if (!path.endsWith(STORED_SUFFIX)) return null;
      const name = basename(path, COMPRESSED_SUFFIX);
      if (!isBuild) return `export default ${JSON.stringify(`/@stored/${name}`)}`;
      const reference = this.emitFile({ type: 'asset', name, source: await unpacked(path) });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
    configureServer({ middlewares, config: { root } }) {
      middlewares.use('/@stored/', (request, answer, next) => {
        unpacked(join(root, 'src/core', `${basename(request.url ?? '')}${COMPRESSED_SUFFIX}`)).then(
          (content) => {
            answer.setHeader('Content-Type', 'application/wasm');
            answer.end(content);
          },
          next,
        );
      });
    },
  };
}

const COMPRESSED_SUFFIX = '.br';
const STORED_SUFFIX = `.wasm${COMPRESSED_SUFFIX}`;

/**
 * Replaces `t` and `Trans` of @lingui by calls of src/texts. English stays in the code, so that it
 * waits for no catalogue.
 */
function texts(): PluginOption[] {
  return [
    {
      name: 'texts',
      enforce: 'pre',
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
        async handler(code, filename) {
          const done = await transformAsync(code, {
            filename,
            configFile: false,
            babelrc: false,
            sourceMaps: true,
            parserOpts: { plugins: ['typescript', 'jsx'] },
            plugins: [[linguiMacro, { stripMessageField: false }]],
          });
          return { code: done?.code ?? code, map: done?.map ?? null };
        },
      },
    },
    lingui(),
  ];
}

export default defineConfig({
  plugins: [
    texts(),
    react(),
    firstNavigation(),
    compiledAtOnce(),
    storedModules(),
    precompressed(),
  ],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      '#tests': fileURLToPath(new URL('./tests', import.meta.url)),
      '#modules': fileURLToPath(new URL('../sim-core/modules', import.meta.url)),
    },
  },
  // Scripts name their files relative to themselves, so that the same build also lies in a folder
  // (`./lab site`); the page names them from the root, as it stands at many addresses.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }),
  },
  // What an algorithm of one's own begins with lies beside the core.
  server: { proxy: { '/api': apiUrl }, fs: { allow: ['.', '../sim-core/modules'] } },
  // The compiler of the page waits for its parts at the top of a script.
  worker: { format: 'es' },
  preview: { proxy: { '/api': apiUrl } },
  build: {
    target: 'es2022',
    outDir: FOLDER,
    // The content security policy allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // Plotly is one chunk of about 1.5 MB by nature; it loads after the page is up.
    chunkSizeWarningLimit: 1600,
    license: false,
    // jsPDF would fetch these for HTML and SVG of its own; PDFs are made without them.
    rolldownOptions: {
      external: ['html2canvas', 'dompurify', 'canvg'],
      // What the first page needs comes in two files instead of thirty: requests wait in turn.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
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
