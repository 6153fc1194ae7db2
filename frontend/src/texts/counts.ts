import { plural } from '@lingui/core/macro';

const COUNTS = {
  answer: (count: number) => plural(count, { one: '# answer', other: '# answers' }),
  attempt: (count: number) => plural(count, { one: '# attempt', other: '# attempts' }),
  class: (count: number) => plural(count, { one: '# class', other: '# classes' }),
  curve: (count: number) => plural(count, { one: '# curve', other: '# curves' }),
  guess: (count: number) => plural(count, { one: '# guess', other: '# guesses' }),
  hiddenRun: (count: number) => plural(count, { one: '# hidden run', other: '# hidden runs' }),
  identifier: (count: number) => plural(count, { one: '# identifier', other: '# identifiers' }),
  metric: (count: number) => plural(count, { one: '# metric', other: '# metrics' }),
  point: (count: number) => plural(count, { one: '# point', other: '# points' }),
  round: (count: number) => plural(count, { one: '# round', other: '# rounds' }),
  run: (count: number) => plural(count, { one: '# run', other: '# runs' }),
  step: (count: number) => plural(count, { one: '# step', other: '# steps' }),
  student: (count: number) => plural(count, { one: '# student', other: '# students' }),
  try: (count: number) => plural(count, { one: '# try', other: '# tries' }),
} as const;

/** `3 students`. */
export function countOf(count: number, what: keyof typeof COUNTS): string {
  return COUNTS[what](count);
}
