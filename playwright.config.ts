import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

const asRoot = process.getuid?.() === 0

const launch = (executablePath: string) => ({
  executablePath,
  args: [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

/** What only a whole Chromium has: its own viewer of documents, and notices of the system. */
const inWhole = /@whole/

/** The suite runs against the real product: `global-setup` starts it on a free port with the demo company. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  workers: 2,
  // A machine that builds for others may stall for seconds. What passed only the second time is named at the end.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/results/browser.json' }]],
  use: {
    baseURL: process.env.SIGNWRIGHT_E2E_URL ?? 'http://127.0.0.1:3000',
    locale: 'en-GB',
    timezoneId: 'Europe/Malta',
    viewport: { width: 1440, height: 900 },
    // What moves is drawn sixty times a second, by the processor; nothing that is tested here moves.
    contextOptions: { reducedMotion: 'reduce' },
    // Each new browser of a person would keep the app for the day without a network: only what asks for that needs it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'lean', grepInvert: inWhole, use: { launchOptions: launch(await findBrowser({ lean: true })) } },
    { name: 'whole', grep: inWhole, use: { launchOptions: launch(await findBrowser()) } },
  ],
})
