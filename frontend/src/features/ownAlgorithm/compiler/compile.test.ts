import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { STARTING_POINTS } from '../startingPoints';
import { compile } from './compile';

const FOLDER = new URL('../../../../../sim-core/modules/assemblyscript/', import.meta.url);
const NEWRENO = STARTING_POINTS[0]?.text ?? '';

/** The lines with errors, from 1. */
async function problemsOf(text: string) {
  const compiled = await compile(text);
  if ('bytes' in compiled) throw new Error('It compiled.');
  return compiled.problems.map(({ from, message }) => ({
    line: text.slice(0, from).split('\n').length,
    message,
  }));
}

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

describe('the compiler of the page', () => {
  // That the stored bytes give the core's own digests, tests/cli/test_sim_module.py holds.
  it.each(STARTING_POINTS)('makes the stored module of $label', async ({ name, text }) => {
    const compiled = await compile(text);
    if (!('bytes' in compiled)) throw new Error(JSON.stringify(compiled.problems));
    const { module_sha256 } = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as {
      module_sha256: string;
    };
    expect(createHash('sha256').update(compiled.bytes).digest('hex')).toBe(module_sha256);
    expect(readFileSync(new URL(`${name}.ts`, FOLDER), 'utf8')).toBe(text);
  });

  it('says what is wrong on the line where it is', async () => {
    const text = NEWRENO.replace('cwnd += 1;', 'cwnd += one;');
    expect(await problemsOf(text)).toEqual([
      { line: lineOf(text, 'cwnd += one'), message: "Cannot find name 'one'." },
    ]);
  });

  it('says what a function must look like', async () => {
    const text = NEWRENO.replace('on_ack(ack: Ack): i64', 'on_ack(ack: Start): i64');
    expect((await problemsOf(text))[0]).toEqual({
      line: lineOf(text, 'export function on_ack'),
      message: 'It must be: export function on_ack(ack: Ack): i64',
    });
    const other = NEWRENO.replace(
      'export function on_undo(now_ns: i64, in_flight_packets: i64)',
      'export function on_undo(now_ns: Ack)',
    );
    expect(await problemsOf(other)).toContainEqual({
      line: lineOf(other, 'export function on_undo'),
      message: 'It must be: export function on_undo(now_ns: i64, in_flight_packets: i64): i64',
    });
  });

  it('asks for the functions and the description that must be there', async () => {
    expect(await problemsOf(NEWRENO.replace('function on_ack', 'function at_ack'))).toEqual([
      { line: 1, message: 'It does not export on_ack.' },
    ]);
    const broken = NEWRENO.replace('"parameters": [', '"parameters": ');
    const [first] = await problemsOf(broken);
    expect(first?.line).toBe(lineOf(broken, 'const description'));
    expect(first?.message).toContain('The description is not JSON');
  });

  it('refuses what would ask the browser for something', async () => {
    const text = NEWRENO.replace('cwnd += 1;', 'cwnd += (Math.random() * 2) as i64;');
    expect((await problemsOf(text))[0]?.message).toMatch(/imports env\.seed/);
  });

  it('compiles again after an invalid text', async () => {
    await problemsOf(NEWRENO.replace('cwnd += 1;', 'cwnd += ;'));
    expect(await compile(NEWRENO)).toHaveProperty('bytes');
  });
});
