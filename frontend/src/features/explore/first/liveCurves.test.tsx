import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { behaviour_version } from '@/core/ccsim.json';
import type { CoreModuleMessage, CoreQuestion } from '@/core/messages';
import { InThisThread } from '#tests/coreThread';
import { fakeApi } from '#tests/fakeApi';
import { storingLab } from '#tests/firstPage';
import { renderApp } from '#tests/renderApp';
import { scenarioSchema } from '#tests/scenarioSchema';

vi.mock('@/core/load', () => import('#tests/coreThread'));

/** The server's simulator is of this behaviour. */
function lab(version: number) {
  return {
    ...storingLab(),
    'GET /api/schema/scenario': { body: scenarioSchema() },
    'GET /api/speed': {
      body: { core_version: '0.1.0+0', behaviour_version: version, sizes: [] },
    },
  };
}

function isSentence(node: Element | null): boolean {
  return node?.tagName === 'P' && /^(In|With) .* gets/.test(node.textContent);
}

/** The real core, of which nothing is heard after its first curves. */
function startOnly(started: CoreQuestion[]) {
  return class extends InThisThread {
    override postMessage(message: CoreModuleMessage | CoreQuestion) {
      if (!('module' in message)) started.push(message);
      const { onmessage } = this;
      this.onmessage = ({ data }) => {
        if ('curves' in data && data.curves !== undefined) {
          onmessage({ data: { id: data.id, curves: data.curves } });
        }
      };
      super.postMessage(message);
    }
  };
}

async function moveSlider() {
  const { user } = renderApp('/');
  const slider = await screen.findByRole('slider', { name: 'Elephant RTT' });
  slider.focus();
  await user.keyboard('{ArrowRight}');
}

describe('curves under a slider', () => {
  beforeEach(() => {
    vi.stubGlobal('Worker', InThisThread);
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });

  it('are one seed’s, and the sentence says so of the same seed', async () => {
    fakeApi({ ...lab(behaviour_version), 'POST /api/seeds': () => new Promise(() => undefined) });
    await moveSlider();
    const how = await screen.findByText(/A first look at one seed: means over all 10 s/);
    expect(how).toHaveTextContent('1 of 20 seeds.');
    expect(how).not.toHaveTextContent('Previous setting');
    expect(screen.getAllByText(/first look/)).toHaveLength(1);
    expect(screen.getAllByText('mean of 1 seed over all 10 s')).toHaveLength(2);
    const sentence = screen.getByText((_, node) => isSentence(node));
    expect(sentence).toHaveTextContent(/^In one seed, the elephant at 36\sms gets/);
    expect(sentence).not.toHaveAttribute('data-pale');
    expect(screen.getByText('1 of 20 seeds')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Open in the workbench' })).toBeDisabled();
  });

  it('have no number beside them while the seed is computed', async () => {
    const started: CoreQuestion[] = [];
    vi.stubGlobal('Worker', startOnly(started));
    fakeApi({ ...lab(behaviour_version), 'POST /api/seeds': () => new Promise(() => undefined) });
    await moveSlider();
    const how = await screen.findByText(/First seed: .* s of 10 s simulated\./);
    expect(how).not.toHaveTextContent('Previous setting');
    expect(screen.getByText('BBRv2 against FaiRTT: not enough seeds yet.')).toBeVisible();
    expect(screen.queryByText(/^mean of \d+ seeds? /)).toBeNull();
    expect(started).toHaveLength(2);
  });

  it('give way to the seeds of the server', async () => {
    fakeApi(lab(behaviour_version));
    await moveSlider();
    expect(await screen.findByText('mean and 95% interval of 20')).toBeVisible();
    expect(screen.queryByText(/first look/)).toBeNull();
  });

  it('are not computed by a core of another behaviour than the server’s', async () => {
    const calls = fakeApi(lab(behaviour_version + 1));
    await moveSlider();
    expect(await screen.findByText('mean and 95% interval of 20')).toBeVisible();
    expect(calls.some(({ route }) => route === 'GET /api/schema/scenario')).toBe(false);
  });
});
