/** What an algorithm in AssemblyScript may export. */
export interface AlgorithmFunction {
  readonly name: string;
  readonly abi: string;
  readonly isRequired: boolean;
  readonly structure: string;
  readonly fields: readonly string[];
  readonly answers: boolean;
}
export const FUNCTIONS: readonly AlgorithmFunction[];
export function signature(about: AlgorithmFunction): string;
export class TextProblem extends Error {
  constructor(line: number, message: string);
  readonly line: number;
}
export function exportedLines(text: string): Map<string, number>;
export function moduleEntry(text: string, path: string): string;
export default class CcsimModule {
  afterParse(parser: unknown): void;
}
