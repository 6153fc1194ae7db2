import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { group, run, scenario } from '#tests/fixtures';
import type { FlowResult, Run } from '@/api/types';

import { Completions } from './Completions';

/** A result in which the first flow has what is given. */
function runWith(flow: Partial<FlowResult>, transfers?: object): Run {
  const done = run({ scenario: scenario({ flows: [group('web', 0.04, 'cubic')] }) });
  const [first] = done.result?.flows ?? [];
  return {
    ...done,
    result: { ...done.result, flows: [{ ...first, label: 'web', ...flow }], transfers },
  } as Run;
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });

describe('completion times', () => {
  it('are listed by size, without rows for sizes that no flow had', () => {
    render(
      <Completions
        run={runWith({
          transfer_count: 12,
          completed_transfer_count: 9,
          mean_completion_s: 0.25,
          p99_completion_s: 1.5,
          mean_small_completion_s: 0.125,
        })}
      />,
    );
    expect(screen.getByRole('heading', { name: 'Completion times' })).toBeVisible();
    expect(rowOf('Complete')).toHaveTextContent('9 of 12');
    expect(rowOf('Mean')).toHaveTextContent('250 ms');
    expect(rowOf('Small, mean')).toHaveTextContent('125 ms');
    expect(screen.queryByRole('row', { name: /^Large/ })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Frames' })).toBeNull();
  });

  it('of frames say how many came too late', () => {
    render(
      <Completions
        run={runWith({
          frame_count: 1000,
          late_frame_count: 25,
          late_frame_ratio: 0.025,
          mean_frame_delay_s: 0.05,
        })}
      />,
    );
    expect(rowOf('Missed deadlines')).toHaveTextContent(/25\s*2\.5\s*%/);
    expect(rowOf('Delay, mean')).toHaveTextContent('50 ms');
  });

  it('are not there where all flows are bulk, or before there is a result', () => {
    const { container, rerender } = render(<Completions run={runWith({})} />);
    expect(container).toBeEmptyDOMElement();
    rerender(<Completions run={{ ...runWith({}), result: null }} />);
    expect(container).toBeEmptyDOMElement();
  });

  it('say how many of the transfers are drawn', () => {
    render(
      <Completions
        run={runWith(
          { transfer_count: 5000, completed_transfer_count: 5000, mean_completion_s: 0.1 },
          {
            transfer_count: 5000,
            flow_index: [0, 0],
            size_bytes: [1000, 2e6],
            start_s: [0, 1],
            completion_s: [0.05, 2],
          },
        )}
      />,
    );
    const heading = screen.getByRole('heading', { name: 'Completion times' });
    const section = heading.closest('section');
    if (section === null) throw new Error('The heading stands in no section.');
    expect(within(section).getByText(/The first 2 of 5,000 transfers\./)).toBeVisible();
  });
});
