// What `./lab up` keeps is its owner's alone: anyone who knows a run's id may read the run.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from './support/test.mjs';

const OTHERS = 0o077;
/** PostgreSQL may run as another user, which has to pass through. */
const PASS_THROUGH = 0o011;

test('no other user of the machine reads what a lab keeps', async () => {
  const folder = process.env.LAB_DATA_DIR;
  test.skip(folder === undefined, 'a lab that was started elsewhere');
  expect((await lstat(folder)).mode & OTHERS & ~PASS_THROUGH).toBe(0);
  const parts = await readdir(folder);
  expect(parts).toEqual(expect.arrayContaining(['logs', 'postgres', 'valkey']));
  for (const part of parts) expect(await opened(join(folder, part)), part).toEqual([]);
  const logs = await readdir(join(folder, 'logs'));
  expect(logs).toContain('api.log');
  for (const log of logs) expect(await opened(join(folder, 'logs', log)), log).toEqual([]);
});

/** The path if others may do anything with it, in a list, else nothing. */
async function opened(path) {
  const status = await lstat(path);
  return !status.isSymbolicLink() && (status.mode & OTHERS) !== 0 ? [path] : [];
}
