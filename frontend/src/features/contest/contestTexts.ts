import { plural, t } from '@lingui/core/macro';

import { estimateTexts } from '@/analysis/numbers/shown';
import { whenText } from '@/analysis/numbers/times';
import { toDigits } from '@/analysis/numbers/units';
import type {
  Contest,
  ContestEntry,
  ContestPerson,
  ContestRow,
  EntryScore,
} from '@/api/classes/contest';

/** The factors of a score, in the order of its definition. */
export const PARTS = ['goodput', 'delay', 'others', 'even', 'delivered'] as const;

/** How far the contest is, in one sentence. */
export function stateSentence(contest: Contest, now: Date): string {
  const { state, finished_run_count: done, run_count: all } = contest;
  switch (state) {
    case 'open':
      return t`Modules can be entered until ${whenText(contest.ends_at, now)}. ${entriesText(contest)}`;
    case 'drawing':
      return t`The contest has ended. Its scenarios are being drawn. ${entriesText(contest)}`;
    case 'judging':
      return t`${done} of ${all} runs computed. Places may still change.`;
    case 'done':
      return contest.entry_count === 0 ? t`No module was entered.` : t`${all} runs computed.`;
  }
}

function entriesText({ entry_count: count }: Contest): string {
  return plural(count, { one: 'There is # entry.', other: 'There are # entries.' });
}

/** Whose an entry is, for teachers. */
export function personText({ names, number }: ContestPerson): string {
  return names ?? t`student ${number}`;
}

/** `3`, or `3=` where it is shared. */
export function placeText({ place, is_shared }: ContestRow): string {
  return `${place}${is_shared ? '=' : ''}`;
}

/** A score without an interval. */
export function middleText(score: number): string {
  return estimateTexts([score, score, score])[0];
}

/** `0.98, 95% interval 0.91 to 1.05`. */
export function scoreText({ score, low, high }: EntryScore): string {
  if (low === null || high === null) return t`${middleText(score)}, of one scenario`;
  const [middle, least, most] = estimateTexts([score, low, high]);
  return t`${middle}, 95% interval ${least} to ${most}`;
}

/** The current state of an entry. */
export function entryText(entry: ContestEntry, all: number): string {
  const { state, score, finished_run_count: done } = entry;
  switch (state) {
    case 'entered':
      return t`entered`;
    case 'waiting':
      return t`waits for its runs`;
    case 'running':
      return t`${done} of ${all} runs computed`;
    case 'paused':
      return t`paused by the lab at ${done} of ${all} runs`;
    case 'withdrawn':
      return t`withdrawn`;
    case 'failed':
      return t`failed in every scenario`;
    case 'done':
      return score === null ? t`judged` : t`score ${scoreText(score)}${failedText(score, all)}`;
  }
}

function failedText({ failed_run_count: failed }: EntryScore, all: number): string {
  return failed === 0 ? '' : t`, failed in ${failed} of ${all} scenarios`;
}

/** Why a row has its place: the one comparison that a reader can check. */
export function comparedText({ compared_with: against, p, is_shared }: ContestRow): string {
  if (against === null || p === null) return '';
  const size = p < 0.001 ? 'p < 0.001' : `p = ${toDigits(p, 2)}`;
  return p > 0.05 && is_shared
    ? t`not significantly below ${against}, ${size}`
    : t`below ${against}, ${size}`;
}
