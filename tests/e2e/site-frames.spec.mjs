// A run of a site inside of another page, without a server: the frame that Share offers computes it
// in the reader's browser, and keeps nothing there.
import { serve } from './support/siteHost.mjs';
import { expect, picture, test } from './support/test.mjs';

test.beforeEach(() => {
  const isMissing = process.env.LAB_SITE === undefined;
  test.skip(isMissing, process.env.LAB_NO_SITE ?? 'LAB_SITE, a folder of ./lab site');
});

test('a run of a site is shown inside of another page', async ({ open, otherOrigin }) => {
  const host = await serve(process.env.LAB_SITE);
  const { page, complaints } = await open();
  await page.goto(`${host.address}#/build`);
  await page.getByRole('button', { name: /^Run/ }).first().click();
  await page.waitForURL(/#\/runs\//);
  await expect(page.getByRole('heading', { name: 'Phenomena' })).toBeVisible();
  const said = /wire bytes, seed 1$/;
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'To show it inside another page' });
  const [, source] = / src="([^"]+)"/.exec(await field.inputValue());
  const address = source.replaceAll('&amp;', '&');
  expect(address.startsWith(`${host.address}#/embed/run`)).toBe(true);

  const reader = await open({ colorScheme: 'dark' });
  await reader.page.goto(`${otherOrigin}/?show=${encodeURIComponent(address)}`);
  const frame = reader.page.frameLocator('iframe');
  await expect(frame.getByText(said)).toBeVisible();
  await expect(frame.locator('path.js-line').first()).toBeVisible();
  await expect(frame.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await picture(reader.page, 'site-frame');
  const whole = await frame.getByRole('link', { name: 'Open in FaiRTT Lab' }).getAttribute('href');
  await reader.page.goto(whole);
  await expect(reader.page.getByText('The same result')).toBeVisible();

  await test.step('a changed digest shows no plots', async () => {
    const changed = address.replace(/series=[0-9a-f]{8}/, 'series=00000000');
    await reader.page.goto(`${otherOrigin}/?show=${encodeURIComponent(changed)}`);
    await expect(frame.getByText('Another result')).toBeVisible();
    await expect(frame.getByText(said)).toHaveCount(0);
  });
  expect([...complaints, ...reader.complaints]).toEqual([]);
  host.close();
});
