import { test as base } from '@playwright/test'

/**
 * Closes every browser context when its test is over. Playwright closes its own alone: pages of contexts that a test
 * opened would listen, poll and read until the last test of the worker.
 */
export const test = base.extend<{ leavesNoPage: void }>({
  leavesNoPage: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
