// Prints the types of the API's requests and answers, made from its description:
//
//   node scripts/api-types.mjs ../backend/lab/openapi.json
//
// `./lab generate` writes them to src/api/schema.d.ts, which is not committed.
import { pathToFileURL } from 'node:url';

import openapiTS, { astToString } from 'openapi-typescript';

const HEADER = '// Made from the description of the API by ./lab generate. Do not edit.\n\n';
const source = pathToFileURL(process.argv[2]);
process.stdout.write(HEADER + astToString(await openapiTS(source, { defaultNonNullable: true })));
