import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { answerBy, answerByServer } from '@/api/http/transport';
import { RUN_FILES, SERVER_FILES } from '@/generated/exportFiles';
import { run } from '#tests/fixtures';

import { Downloads } from './Downloads';

describe('the files of a run', () => {
  it('are links that the browser saves', () => {
    render(<Downloads runs={[run({ id: 'one' })]} labels={['FaiRTT']} />);
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Object.keys(RUN_FILES).map((format) => `/api/runs/one/export/${format}`),
    );
    expect(links.map((link) => link.textContent)).toEqual(Object.values(RUN_FILES));
    expect(links.every((link) => link.hasAttribute('download'))).toBe(true);
  });

  it('of several runs stand under their labels, without those that are not done', () => {
    const runs = [
      run({ id: 'one' }),
      run({ id: 'two' }),
      run({ id: 'three', status: 'running', result: null }),
    ];
    render(<Downloads runs={runs} labels={['FaiRTT', 'BBRv2', 'CUBIC']} />);
    const names = screen.getAllByRole('navigation').map((each) => each.getAttribute('aria-label'));
    expect(names).toEqual(['Files of FaiRTT', 'Files of BBRv2']);
    const second = within(screen.getByRole('navigation', { name: 'Files of BBRv2' }));
    expect(second.getAllByRole('link')[0]?.getAttribute('href')).toBe('/api/runs/two/export/zip');
  });

  it('are not there before a run is done', () => {
    const waiting = run({ status: 'running', result: null });
    const { container } = render(<Downloads runs={[waiting]} labels={['FaiRTT']} />);
    expect(container.childElementCount).toBe(0);
  });
});

describe('the files of a run of a site without a server', () => {
  afterEach(answerByServer);

  function answering(response: Response) {
    const asked: string[] = [];
    const send = (request: Request) => {
      asked.push(new URL(request.url).pathname);
      return Promise.resolve(response);
    };
    answerBy({
      send,
      openEvents: () => {
        throw new Error('no listener');
      },
    });
    return asked;
  }

  it('are made when they are asked for, but for those that only a server makes', async () => {
    const headers = { 'Content-Disposition': 'attachment; filename="a-run.zip"' };
    const asked = answering(new Response('PK', { headers }));
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    render(<Downloads runs={[run({ id: 'one' })]} labels={['FaiRTT']} />);
    const titles = Object.entries(RUN_FILES).flatMap(([format, title]) =>
      SERVER_FILES.includes(format) ? [] : title,
    );
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(titles);
    expect(screen.getByText(/^Series \(Parquet\): only in a lab/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: RUN_FILES.zip }));
    await vi.waitFor(() => expect(names).toEqual(['a-run.zip']));
    expect(asked).toEqual(['/api/runs/one/export/zip']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('say why there is none', async () => {
    answering(new Response(JSON.stringify({ detail: 'Run it again.' }), { status: 409 }));
    render(<Downloads runs={[run({ id: 'one' })]} labels={['FaiRTT']} />);
    await userEvent.click(screen.getByRole('button', { name: RUN_FILES.csv }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Run it again.');
  });
});
