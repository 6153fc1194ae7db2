// Writes src/api/schema.d.ts from openapi.json; with --check it only says whether it is current.
import { readFile, writeFile } from 'node:fs/promises';

import openapiTS, { astToString } from 'openapi-typescript';

const source = new URL('../openapi.json', import.meta.url);
const target = new URL('../src/api/schema.d.ts', import.meta.url);

const HEADER = '// Generated from openapi.json by `npm run api`. Do not edit.\n\n';

const generated = HEADER + astToString(await openapiTS(source, { defaultNonNullable: true }));

if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== generated) {
    console.error('src/api/schema.d.ts is not what openapi.json says. Run: npm run api');
    process.exit(1);
  }
  console.log('src/api/schema.d.ts is current.');
} else {
  await writeFile(target, generated);
  console.log('Wrote src/api/schema.d.ts.');
}
