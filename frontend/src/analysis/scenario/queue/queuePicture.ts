/** What a small picture of a queue discipline is made of. */

export interface RuleMark {
  readonly at: number;
  readonly text: string;
}

export interface RuleAxis {
  readonly title: string;
  readonly max: number;
  readonly marks: readonly RuleMark[];
}

export interface RuleCurve {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isDotted: boolean;
  readonly label: string;
}

/** Where the queue stands; the last of a trail is now. */
interface RuleTrail {
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A delay or a probability against its target. */
export interface RuleGauge {
  readonly title: string;
  readonly max: number;
  readonly limits: readonly RuleMark[];
  /** null: not known, or there is no run. */
  readonly value: number | null;
  readonly valueText: string;
}

/** A queue of its own for each flow of a group. */
export interface RuleLane {
  readonly groupIndex: number;
  readonly label: string;
  readonly packets: number | null;
}

export interface QueueRule {
  /** The picture, in a sentence. */
  readonly words: string;
  readonly x: RuleAxis | null;
  readonly y: RuleAxis | null;
  readonly curves: readonly RuleCurve[];
  /** Upright lines across the picture: thresholds and targets. */
  readonly lines: readonly number[];
  /** What happens left and right of the line. */
  readonly sides: readonly [string, string] | null;
  /** Times of drops, and which of them is the next one. */
  readonly sticks: readonly number[];
  readonly stickWords: string;
  readonly nextStick: number | null;
  readonly trails: readonly RuleTrail[];
  readonly gauges: readonly RuleGauge[];
  readonly lanes: readonly RuleLane[];
  /** Where it stands now; empty without a run. */
  readonly now: string;
}

export type QueueSetting = Readonly<Record<string, unknown>>;
/** A number of the link's series at one moment. */
export type RuleReader = (metric: string) => number | null;

export interface RuleFacts {
  readonly packetBytes: number;
  readonly rateBps: number;
  /** Those whose data passes the link. */
  readonly groups: readonly {
    readonly groupIndex: number;
    readonly label: string;
    readonly count: number;
  }[];
  /** What waits of a group, where it is known. */
  readonly waitingOf?: (groupIndex: number) => number | null;
}

/** What a law is drawn from. */
export interface Parts {
  /** Of a parameter; NaN while it is not a number. */
  readonly number: (name: string) => number;
  readonly isOn: (name: string) => boolean;
  readonly text: (name: string) => unknown;
  readonly facts: RuleFacts;
  /** Moments up to the one that is shown, oldest first; none without a run. */
  readonly reads: readonly RuleReader[];
  readonly now: RuleReader | null;
}
