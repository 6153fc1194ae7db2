import type { KernelHost } from '@/analysis/papers/kernel';

/** Headings for the cases of each host. */
export const HOST_TITLES: Readonly<Record<KernelHost['name'], string>> = {
  first: 'Before the core was built',
  second: 'Unseen by the core, measured afterwards',
  process: 'A kernel in user mode, not judged',
};
