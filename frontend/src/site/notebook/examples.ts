/** Notebooks that come with the site; their numbers come from running them. */
import bufferSweep from './examples/buffer-sweep.ipynb?raw';
import report from './examples/report.ipynb?raw';
import rttUnfairness from './examples/rtt-unfairness.ipynb?raw';

export const EXAMPLES = [
  {
    name: 'RTT unfairness of BBRv2 against FaiRTT',
    about: 'two flows, ten seeds, a paired difference',
    text: rttUnfairness,
  },
  {
    name: 'Buffer sweep, CUBIC against BBRv1',
    about: 'five buffers, three seeds each',
    text: bufferSweep,
  },
  {
    name: 'Report of a student',
    about: 'a template: question, prediction, method, result',
    text: report,
  },
] as const;
