/** Numbers of a flow in equal steps of time, whose length grows with the capture. Pure. */

export interface Step {
  bytes: number;
  again: number;
  rtt_s: number;
  rtts: number;
  inflight_bytes: number | null;
}

const FIRST_STEP_S = 0.01;
/** Beyond so many steps from the start on they become ten times longer. */
const MOST_SHORT_STEPS = 200;
/** All flows together; beyond it steps become ten times longer again. */
const MOST_STEPS = 200_000;
const LONGER = 10;

/** The steps of all flows of a capture. */
export class Clock {
  step_s = FIRST_STEP_S;
  start_s: number | null = null;
  private flows: Steps[] = [];
  private count = 0;
  private hasGrown = false;

  flow(): Steps {
    const steps = new Steps();
    this.flows.push(steps);
    return steps;
  }

  /** The step of a flow at a time. Times before the first one, out of order, are of the first. */
  at(steps: Steps, time_s: number): Step {
    this.start_s ??= time_s;
    let index = this.indexOf(time_s);
    while ((!this.hasGrown && index >= MOST_SHORT_STEPS) || this.count >= MOST_STEPS) {
      this.grow();
      index = this.indexOf(time_s);
    }
    const found = steps.byIndex.get(index);
    if (found !== undefined) return found;
    const made = { bytes: 0, again: 0, rtt_s: 0, rtts: 0, inflight_bytes: null };
    steps.byIndex.set(index, made);
    this.count += 1;
    return made;
  }

  /** Longer steps if so many flows would have too many of them, most of them empty. */
  fit(last_s: number, flowCount: number): void {
    const span_s = last_s - (this.start_s ?? last_s);
    while ((span_s / this.step_s) * flowCount > MOST_STEPS) this.grow();
  }

  indexOf(time_s: number): number {
    const since_s = time_s - (this.start_s ?? time_s);
    return Math.max(0, Math.floor(since_s / this.step_s + 1e-9));
  }

  private grow(): void {
    this.hasGrown = true;
    this.step_s = Number((this.step_s * LONGER).toPrecision(3));
    this.count = 0;
    for (const steps of this.flows) {
      steps.grow();
      this.count += steps.byIndex.size;
    }
  }
}

export class Steps {
  byIndex = new Map<number, Step>();

  grow(): void {
    const longer = new Map<number, Step>();
    for (const [index, step] of this.byIndex) {
      const at = Math.floor(index / LONGER);
      const into = longer.get(at);
      if (into === undefined) longer.set(at, step);
      else add(into, step);
    }
    this.byIndex = longer;
  }
}

/** A later step into one. */
export function add(into: Step, step: Step): void {
  into.bytes += step.bytes;
  into.again += step.again;
  into.rtt_s += step.rtt_s;
  into.rtts += step.rtts;
  into.inflight_bytes = step.inflight_bytes ?? into.inflight_bytes;
}
