// What the tests ask of the API themselves, as the browser that is open would ask it.
import { randomBytes } from 'node:crypto';

const POLL_MS = 150;
const OVER = new Set(['done', 'failed', 'cancelled']);

/** A key that makes runs belong to a browser, and the script that gives it to one. */
export function makeOwner() {
  return randomBytes(32).toString('hex');
}

export async function giveOwner(context, owner) {
  await context.addInitScript((key) => localStorage.setItem('lab-owner', key), owner);
}

export async function getJson(base, path, headers = {}) {
  const response = await fetch(`${base}/api${path}`, { headers });
  if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`);
  return response.json();
}

/** Starts a run and waits for its end. Gives the run. */
export async function runToEnd(base, owner, scenario, seed = 1) {
  return workToEnd(base, owner, 'runs', { scenario, seed, name: null });
}

/** The same of the two flows under one algorithm and the other. */
export function bothToEnd(base, owner, names, durationSeconds) {
  return Promise.all(names.map((name) => runToEnd(base, owner, twoFlows(name, durationSeconds))));
}

/** The same of an experiment. */
export async function experimentToEnd(base, owner, experiment) {
  return workToEnd(base, owner, 'experiments', { experiment });
}

/** Starts a run and gives it as it is then. */
export async function startRun(base, owner, scenario, seed = 1) {
  return startWork(base, owner, 'runs', { scenario, seed, name: null });
}

/** Starts a long run and cancels it when it has samples. Gives the run. */
export async function runInPart(base, owner, scenario) {
  let run = await startRun(base, owner, scenario);
  while (run.progress.sample_count === 0) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    run = await getJson(base, `/runs/${run.id}`);
  }
  const headers = { 'x-lab-owner': owner };
  await fetch(`${base}/api/runs/${run.id}/cancel`, { method: 'POST', headers });
  return run;
}

async function startWork(base, owner, kind, wanted) {
  const response = await fetch(`${base}/api/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lab-owner': owner },
    body: JSON.stringify(wanted),
  });
  const work = await response.json();
  if (!response.ok) throw new Error(`${kind} were refused: ${JSON.stringify(work)}`);
  return work;
}

async function workToEnd(base, owner, kind, wanted) {
  let work = await startWork(base, owner, kind, wanted);
  while (!OVER.has(work.status)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    work = await getJson(base, `/${kind}/${work.id}`);
  }
  if (work.status !== 'done') throw new Error(`One of ${kind} ended as ${work.status}`);
  return work;
}

/** Two flows with unlike RTTs and a little loss under one algorithm. */
export function twoFlows(algorithm, durationSeconds) {
  const flow = (label, rtt_s) => ({ label, rtt_s, algorithm: { name: algorithm } });
  return {
    version: 1,
    name: 'Elephant and mouse',
    duration_s: durationSeconds,
    bottleneck: {
      rate_bps: 1e7,
      delay_s: 0.01,
      buffer: { amount: 10, unit: 'bdp', rtt_s: 0.025 },
      loss: { kind: 'bernoulli', probability: 0.0015 },
    },
    flows: [flow('elephant', 0.035), flow('mouse', 0.025)],
  };
}

/** Twenty flows in four groups, each with an algorithm of its own. */
export function twentyFlows(durationSeconds) {
  const group = (label, name, rtt_s) => ({ label, count: 5, rtt_s, algorithm: { name } });
  return {
    ...twoFlows('cubic', durationSeconds),
    name: 'Twenty flows',
    bottleneck: { rate_bps: 4e7, delay_s: 0.005, buffer: { amount: 2, unit: 'bdp', rtt_s: 0.04 } },
    flows: [
      group('short', 'bbr2', 0.02),
      group('middle', 'cubic', 0.04),
      group('long', 'fairtt', 0.08),
      group('old', 'newreno', 0.04),
    ],
  };
}
