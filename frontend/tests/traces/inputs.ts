/** What readers are tried with: the files of this folder and those within its archive. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { unzipSync } from 'fflate';

const CODE = /\.(?:ts|md|py)$/;

/** By their names, unpacked. */
export function inputsIn(folder: string): [name: string, bytes: Uint8Array][] {
  return readdirSync(folder)
    .filter((name) => !CODE.test(name))
    .flatMap((name): [string, Uint8Array][] => {
      const bytes = readFileSync(join(folder, name));
      if (name.endsWith('.zip')) return Object.entries(unzipSync(bytes));
      return [[name, new Uint8Array(name.endsWith('.gz') ? gunzipSync(bytes) : bytes)]];
    });
}
