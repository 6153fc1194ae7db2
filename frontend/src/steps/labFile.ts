/** A lab as students get it: docs/labs.md, without keys, notes and solutions. */
import type { Attempt, Json } from '@/api/classes/labs';
import type { Scenario } from '@/api/types';

interface StepBase {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly text: string;
  readonly points: number;
}

export interface OpenField {
  /** Dotted; `*` stands for every flow group. */
  readonly path: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly choices: readonly Json[] | null;
  /** What is set is a module that the student has written. Older files say nothing. */
  readonly is_own_algorithm?: boolean;
}

export interface CurvePrediction {
  readonly kind: 'curve';
  readonly series: string;
  /** The label of a flow group. */
  readonly flow: string;
  /** Upper end of the axis, in the series' unit. */
  readonly top: number;
}

export type Prediction =
  | { readonly kind: 'pick'; readonly options: readonly { readonly text: string }[] }
  | { readonly kind: 'number'; readonly unit: string }
  | { readonly kind: 'order'; readonly items: readonly { readonly text: string }[] }
  | CurvePrediction;

export type Question =
  | { readonly kind: 'text' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'number'; readonly unit: string };

export interface RunStepFile extends StepBase {
  readonly kind: 'run' | 'goal';
  readonly scenario: Scenario;
  readonly seed: number;
  readonly fields: readonly OpenField[];
  /** Of a goal: it has to be reached with so many hidden seeds, too. */
  readonly hidden_seeds?: number;
  /** What else differs in these runs: a field, and between what. */
  readonly hidden_ranges?: readonly {
    readonly path: string;
    readonly minimum: number;
    readonly maximum: number;
  }[];
}

export interface PredictionStepFile extends StepBase {
  readonly kind: 'prediction';
  /** The id of a later step with a run. */
  readonly about: string;
  readonly prediction: Prediction;
  /** answer: it cannot be known, so that any answer has the points. Older files say nothing. */
  readonly points_for?: 'right' | 'answer';
}

export interface QuestionStepFile extends StepBase {
  readonly kind: 'question';
  readonly question: Question;
}

interface TextStepFile extends StepBase {
  readonly kind: 'text';
}

export interface MapAxisFile {
  readonly label: string;
  /** Dotted; `*` stands for every flow group. */
  readonly path: string;
  readonly values: readonly number[];
}

export interface MapStepFile extends StepBase {
  readonly kind: 'map';
  readonly scenario: Scenario;
  readonly x: MapAxisFile;
  readonly y: MapAxisFile;
  /** What the colour is, with its unit. */
  readonly label: string;
}

export interface GameStepFile extends StepBase {
  readonly kind: 'game';
  /** With some algorithm in the hidden flows: not with the one that a round hides. */
  readonly scenario: Scenario;
  /** Labels of the flow groups whose algorithm is to be named. */
  readonly hidden: readonly string[];
  /** Names of algorithms. */
  readonly candidates: readonly string[];
  readonly rounds: number;
}

export type StepFile =
  RunStepFile | PredictionStepFile | QuestionStepFile | MapStepFile | GameStepFile | TextStepFile;

export interface LabFile {
  readonly title: string;
  readonly summary: string;
  readonly goals: readonly string[];
  readonly steps: readonly StepFile[];
}

/** The API describes the file of an attempt as an object; its form is that of `lab_model`. */
export function labOf({ lab }: Pick<Attempt, 'lab'>): LabFile {
  return lab as unknown as LabFile;
}

/** The predictions about a step's run. */
export function predictionsAbout(lab: LabFile, stepId: string): readonly PredictionStepFile[] {
  return lab.steps.filter(
    (step): step is PredictionStepFile => step.kind === 'prediction' && step.about === stepId,
  );
}

export function answerTo({ answers }: Attempt, stepId: string) {
  return answers.find(({ step_id }) => step_id === stepId);
}

/** How far a game is. */
export function gameOf({ games }: Attempt, stepId: string) {
  return games.find(({ step_id }) => step_id === stepId);
}

/** The runs of a step, the latest last. */
export function runsOf({ runs }: Attempt, stepId: string) {
  return runs.filter(({ step_id }) => step_id === stepId);
}
