import type { KernelHost } from '@/analysis/papers/kernel';

/** What the cases of a host are, in a heading. */
export const HOST_TITLES: Readonly<Record<KernelHost['name'], string>> = {
  first: 'Before the core was built',
  second: 'Unseen by the core, measured afterwards',
  process: 'A kernel in user mode, not judged',
};
