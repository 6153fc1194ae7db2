/** Short names of a paper's page, as the service has it (backend/lab_model/papers/schemas/). */
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

/** A piece of a sentence; measured numbers stand out. */
type SentencePart = Schemas['SentencePart'];
export type Sentence = readonly SentencePart[];
export type Numbers = readonly (number | null)[];

/** How a number is written: `value * factor` with `digits` after the point, then the unit. */
export type Shown = Schemas['Shown'];
export type PaperEstimate = Schemas['PaperEstimate'];
export type Tolerance = Schemas['Tolerance'];
export type CellReference = Schemas['CellReference'];
/** One thing that the paper says, ours beside it, and the verdict. */
export type PaperRow = Schemas['PaperRow'];
/** A number condition by condition. */
export type Strata = Schemas['Strata'];
export type SeedTally = Schemas['SeedTally'];

export type PlotAxis = Schemas['PlotAxis'];
export type PlotMetric = Schemas['PlotMetric'];
export type PlotSeries = Schemas['PlotSeries'];
export type LinePlot = Schemas['LinePlot'];
/** `values[i][j]` at the i-th y and the j-th x. */
export type MapPlot = Schemas['MapPlot'];
export type LiveRun = Schemas['LiveRun'];
export type PaperFigure = Schemas['PaperFigure'];

export type Choice = Schemas['Choice'];
export type OpenQuestion = Schemas['OpenQuestion'];
/** Arrays are row-major over the questions of the switch, the last fastest. */
export type SwitchRow = Schemas['SwitchRow'];
export type Switch = Schemas['Switch'];
export type ReadingRow = Schemas['ReadingRow'];
export type ReadingTable = Schemas['ReadingTable'];

export type PaperNote = Schemas['Note'];
export type FactRow = Schemas['FactRow'];
export type Constant = Schemas['Constant'];
export type Mechanism = Schemas['Mechanism'];
export type OtherReproduction = Schemas['OtherReproduction'];
export type PaperExperiment = Schemas['PaperExperiment'];
export type PaperListed = Schemas['PaperListed'];
export type Paper = Schemas['Paper'];
