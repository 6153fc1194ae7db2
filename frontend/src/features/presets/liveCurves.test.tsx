import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { answerQuestion } from '@/core/answering';
import { behaviour_version } from '@/core/ccsim.json';
import type { CoreAnswer, CoreModuleMessage, CoreQuestion } from '@/core/messages';
import { CoreInstance } from '@/core/module';
import { fakeApi } from '#tests/fakeApi';
import { storingLab } from '#tests/firstPage';
import { renderApp } from '#tests/renderApp';
import { scenarioSchema } from '#tests/scenarioSchema';

vi.mock('@/core/load', () => ({
  loadCore: () => WebAssembly.compile(brotliDecompressSync(readFileSync('src/core/ccsim.wasm.br'))),
}));

/** The worker's own code with the real core, in this thread. */
class InThisThread {
  #core: CoreInstance | null = null;
  onmessage: (event: { data: CoreAnswer }) => void = () => undefined;

  postMessage(message: CoreModuleMessage | CoreQuestion) {
    if ('module' in message) this.#core = new CoreInstance(message.module);
    else {
      const core = this.#core;
      setTimeout(() => {
        if (core === null) return;
        answerQuestion(core, message, (data) => this.onmessage({ data }));
      });
    }
  }
  terminate() {
    this.onmessage = () => undefined;
  }
}

const NOTE = /^one seed, computed in this browser/;

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

  it('are those of one seed of this browser, beside the old sentence', async () => {
    fakeApi({ ...lab(behaviour_version), 'POST /api/seeds': () => new Promise(() => undefined) });
    await moveSlider();
    expect(await screen.findAllByText('one seed, computed in this browser')).toHaveLength(2);
    expect(screen.getAllByText(/^mean of 1 seed over/)).toHaveLength(2);
    // What the sentence says is of before, and says so.
    expect(screen.getByText('Previous setting:')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Open in the workbench' })).toBeDisabled();
  });

  it('give way to the seeds of the server', async () => {
    fakeApi(lab(behaviour_version));
    await moveSlider();
    expect(await screen.findByText('mean and 95% interval of 20')).toBeVisible();
    expect(screen.queryByText(NOTE)).toBeNull();
  });

  it('are not computed by a core of another behaviour than the server’s', async () => {
    const calls = fakeApi(lab(behaviour_version + 1));
    await moveSlider();
    expect(await screen.findByText('mean and 95% interval of 20')).toBeVisible();
    expect(calls.some(({ route }) => route === 'GET /api/schema/scenario')).toBe(false);
  });
});
