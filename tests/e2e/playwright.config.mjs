// The browser's tests, as `./lab test --only browser` runs them. Against a lab that runs already:
//
//   LAB_URL=http://127.0.0.1:8000 frontend/node_modules/.bin/playwright test -c tests/e2e [FILE]
//
// With LAB_FULL (`./lab test --full`) the tests tagged @full run too, and every page is checked
// in four looks instead of one.
import { launchOptions, playwright, WIDE } from './support/browser.mjs';

/** Guards against what hangs, not bounds: every assertion waits for what it asserts. */
const GUARD_MS = 300_000;
const WHOLE_TEST_MS = 1_200_000;
const isFull = Boolean(process.env.LAB_FULL);

export default playwright.defineConfig({
  testDir: '.',
  testMatch: '*.spec.mjs',
  outputDir: '../../build/browser',
  fullyParallel: true,
  forbidOnly: true,
  grepInvert: isFull ? [] : /@full/,
  // A test that passes at its second go has failed.
  retries: 0,
  // They wait for pages and runs half of their time: two at once, each with a browser.
  workers: 2,
  reporter: 'list',
  reportSlowTests: null,
  timeout: WHOLE_TEST_MS,
  expect: { timeout: GUARD_MS, toPass: { timeout: GUARD_MS } },
  use: {
    viewport: WIDE,
    launchOptions,
    actionTimeout: GUARD_MS,
    navigationTimeout: GUARD_MS,
    screenshot: 'only-on-failure',
    // Pictures and copies of the page at every step would cost a third of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
