/** Gathers what a reader has to say about a file beside its numbers. */
import type { About } from './types';

/** Of each kind: a file that gives cause for more is described by the first of them. */
const MOST_NOTES = 12;

export class Notes {
  private readonly kinds = {
    read: new Set<string>(),
    left_out: new Set<string>(),
    uncertain: new Set<string>(),
  };

  constructor(public what = '') {}

  read(sentence: string): void {
    this.add('read', sentence);
  }

  leftOut(sentence: string): void {
    this.add('left_out', sentence);
  }

  uncertain(sentence: string): void {
    this.add('uncertain', sentence);
  }

  about(): About {
    const { read, left_out, uncertain } = this.kinds;
    return {
      what: this.what,
      read: [...read],
      left_out: [...left_out],
      uncertain: [...uncertain],
    };
  }

  private add(kind: keyof Notes['kinds'], sentence: string): void {
    if (this.kinds[kind].size < MOST_NOTES) this.kinds[kind].add(sentence);
  }
}
