import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import Prose from './Prose';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src="x" onerror="alert(1)">',
  'In a line <b onclick="alert(1)">bold</b> and <iframe src="https://evil.example"></iframe>',
  '<style>body { display: none }</style>',
  '<svg><script href="data:,alert(1)"/></svg>',
  '![picture](https://evil.example/seen.png)',
  '[one](javascript:alert(1))',
  '[two](JaVaScRiPt&colon;alert(1))',
  '[three](data:text/html,<script>alert(1)</script>)',
  '[four](vbscript:x)',
  '<javascript:alert(1)>',
  '[five][hidden]',
  '[hidden]: <java\tscript:alert(1)>',
  String.raw`$\href{javascript:alert(1)}{six}$`,
  String.raw`$\includegraphics{https://evil.example/x.png}$`,
].join('\n\n');

describe('a text by another author', () => {
  it('has no element that runs, loads or frames anything', () => {
    const { container } = render(<Prose hasTerms text={`**Said**\n\n${HOSTILE}`} />);
    expect(screen.getByText('Said').tagName).toBe('STRONG');
    const forbidden = 'script, img, iframe, style, svg, object, embed, b, form, link, meta, base';
    expect([...container.querySelectorAll(forbidden)]).toEqual([]);
    // What was meant to be an element is there to be read.
    expect(container).toHaveTextContent('<script>alert(1)</script>');
    const attributes = [...container.querySelectorAll('*')].flatMap((element) => [
      ...element.attributes,
    ]);
    expect(attributes.filter(({ name }) => name.startsWith('on') || name === 'style')).toEqual([]);
    expect(attributes.filter(({ name }) => name === 'src' || name === 'srcset')).toEqual([]);
  });

  it('leads to pages only, and to no program', () => {
    const { container } = render(
      <Prose hasTerms text={`${HOSTILE}\n\n[good](https://example.org/)`} />,
    );
    const links = [...container.querySelectorAll('[href], [*|href]')];
    expect(links.length).toBeGreaterThan(3);
    const addresses = links.map((link) => link.getAttribute('href') ?? '');
    expect(addresses).toContain('https://example.org/');
    expect(addresses.filter((address) => !/^(https?:|mailto:|#|\/|$)/.test(address))).toEqual([]);
  });
});

describe('terms of the field', () => {
  const terms = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

  it('are explained where they stand first, in any case of letters', async () => {
    const text = "A buffer of one BDP, then two BDP. In flight, and Jain's index; FQ-CoDel.";
    render(<Prose hasTerms text={text} />);
    expect(terms()).toEqual(['BDP', 'In flight', "Jain's index", 'FQ-CoDel']);
    await userEvent.click(screen.getByRole('button', { name: 'BDP' }));
    expect(screen.getByRole('dialog', { name: 'BDP' })).toHaveTextContent(/times the RTT/);
  });

  it('stay as they are in links, code, formulas, and other words', () => {
    render(<Prose hasTerms text={'[the BDP](https://a.example) `BDP` $BDP$ BDPs seedling'} />);
    expect(terms()).toEqual([]);
  });

  it('are plain on paper', () => {
    render(<Prose hasTerms={false} text="One BDP" />);
    expect(terms()).toEqual([]);
  });
});
