/** The page of a paper, as the service hands it out (backend/lab/papers/schemas.py). */
import type { Verdict, VerdictCounts } from './paperVerdicts';

/** A piece of a sentence; measured numbers stand out. */
export interface SentencePart {
  readonly text: string;
  readonly is_number: boolean;
}

export type Sentence = readonly SentencePart[];
export type Numbers = readonly (number | null)[];

/** How a number is written: `value * factor` with `digits` after the point, then the unit. */
export interface Shown {
  readonly factor: number;
  readonly unit: string;
  readonly digits: number;
}

export interface PaperEstimate {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly seed_count: number;
  readonly average: 'arithmetic' | 'geometric';
}

export interface PublishedNumber {
  readonly text: string;
  /** null where the paper gives words. */
  readonly value: number | null;
}

export interface Tolerance {
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly text: string;
  readonly reason: string;
}

export interface CellReference {
  readonly experiment_key: string;
  readonly cell_indices: readonly number[];
}

/** One thing that the paper says, ours beside it, and the verdict. */
export interface PaperRow {
  readonly id: string;
  readonly figure: string;
  readonly setting: string;
  readonly what: string;
  readonly metric: string;
  readonly arm: string;
  readonly reading: string | null;
  readonly published: PublishedNumber;
  readonly estimate: PaperEstimate | null;
  readonly difference: number | null;
  readonly tolerance: Tolerance | null;
  readonly verdict: Verdict;
  readonly verdict_text: string;
  readonly shown: Shown;
  readonly cells: readonly CellReference[];
  readonly validate_rows: readonly string[];
  readonly note: string | null;
}

export interface PlotAxis {
  readonly label: string;
  readonly unit: string;
  readonly scale: 'linear' | 'logarithmic' | 'category';
  readonly values: readonly number[];
  readonly texts: readonly string[];
}

export interface PlotMetric {
  readonly name: string;
  readonly label: string;
  readonly definition: string;
  readonly shown: Shown;
  readonly fair: number | null;
  readonly scale: 'linear' | 'logarithmic';
}

export interface PlotSeries {
  readonly name: string;
  readonly mean: Numbers;
  readonly low: Numbers;
  readonly high: Numbers;
  readonly cell_indices: readonly number[];
}

/** `x` is null for a value of the whole sweep: it is drawn across. */
export interface PublishedMark {
  readonly series_name: string;
  readonly x: number | null;
  readonly value: number;
  readonly text: string;
}

export interface LinePlot {
  readonly kind: 'line';
  readonly id: string;
  readonly title: string;
  readonly x: PlotAxis;
  readonly y: PlotMetric;
  readonly series: readonly PlotSeries[];
  readonly published: readonly PublishedMark[];
  readonly experiment_key: string;
}

/** `values[i][j]` at the i-th y and the j-th x. */
export interface MapPlot {
  readonly kind: 'map';
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly z: PlotMetric;
  readonly values: readonly Numbers[];
  readonly low: readonly Numbers[];
  readonly high: readonly Numbers[];
  readonly cell_indices: readonly (readonly number[])[];
  readonly experiment_key: string;
}

export interface LiveRun {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
  readonly series: readonly string[];
  readonly arms: readonly {
    readonly title: string;
    readonly seed: number;
    readonly scenario: unknown;
  }[];
}

export interface PaperFigure {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly plots: readonly (LinePlot | MapPlot)[];
  readonly live: readonly LiveRun[];
  readonly rows: readonly PaperRow[];
}

export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  readonly is_default: boolean;
}

export interface OpenQuestion {
  readonly id: string;
  readonly question: string;
  readonly paper_says: string;
  readonly choices: readonly Choice[];
  readonly finding: Sentence;
  /** Its place among the questions of the switch; null if it is not in it. */
  readonly switch_position: number | null;
}

/** Arrays are row-major over the questions of the switch, the last fastest. */
export interface SwitchRow {
  readonly claim_id: string;
  readonly figure: string;
  readonly what: string;
  readonly arm: string;
  readonly published: PublishedNumber;
  readonly tolerance: Tolerance;
  readonly shown: Shown;
  readonly mean: Numbers;
  readonly low: Numbers;
  readonly high: Numbers;
  readonly verdicts: readonly Verdict[];
}

export interface Switch {
  readonly question_ids: readonly string[];
  readonly choice_counts: readonly number[];
  readonly default_index: number;
  readonly seed_count: number;
  readonly rows: readonly SwitchRow[];
  readonly experiment_key: string;
}

export interface ReadingColumn {
  readonly name: string;
  readonly meaning: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly is_oracle: boolean;
  readonly is_host: boolean;
  readonly counts: VerdictCounts;
  readonly distance: number | null;
}

export interface ReadingRow {
  readonly claim_id: string;
  readonly figure: string;
  readonly what: string;
  readonly setting: string;
  readonly arm: string;
  readonly published: PublishedNumber;
  readonly tolerance: Tolerance;
  readonly shown: Shown;
  readonly cells: readonly ({
    readonly estimate: PaperEstimate;
    readonly verdict: Verdict;
  } | null)[];
}

export interface ReadingTable {
  readonly title: string;
  readonly error_rate: number;
  readonly columns: readonly ReadingColumn[];
  readonly rows: readonly ReadingRow[];
}

export interface PaperNote {
  readonly title: string;
  readonly text: Sentence;
}

export interface Mechanism {
  readonly arms: readonly string[];
  readonly rows: readonly {
    readonly what: string;
    readonly metric: string;
    readonly shown: Shown;
    readonly estimates: readonly (PaperEstimate | null)[];
  }[];
  readonly explanations: readonly PaperNote[];
}

export interface OtherReproduction {
  readonly title: string;
  readonly explanation: string;
  readonly findings: readonly {
    readonly what: string;
    readonly theirs: string;
    readonly ours: PaperEstimate | null;
    readonly shown: Shown;
    readonly note: string | null;
  }[];
}

export interface PaperExperiment {
  /** Of the stored experiment; null: no results are shipped. */
  readonly id: string | null;
  readonly key: string;
  readonly title: string;
  readonly purpose: string;
  readonly definition: unknown;
  readonly cell_count: number;
  readonly unit_count: number;
  readonly is_shipped: boolean;
  readonly predicted_packets: number;
  readonly predicted_s: number;
}

export interface PaperListed {
  readonly name: string;
  readonly title: string;
  readonly authors: string;
  readonly published_in: string;
  readonly year: number;
  readonly url: string;
  readonly question: string;
  readonly verdicts: VerdictCounts;
  readonly unit_count: number;
}

export interface Paper extends PaperListed {
  readonly summary: Sentence;
  readonly rule: string;
  readonly core_version: string;
  readonly setup: readonly {
    readonly label: string;
    readonly paper: string;
    readonly ours: string;
  }[];
  readonly figures: readonly PaperFigure[];
  readonly questions: readonly OpenQuestion[];
  readonly switch: Switch | null;
  readonly readings: readonly ReadingTable[];
  readonly notes: readonly PaperNote[];
  readonly mechanism: Mechanism | null;
  readonly other: OtherReproduction | null;
  readonly experiments: readonly PaperExperiment[];
}
