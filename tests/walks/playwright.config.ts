import { defineConfig } from '@playwright/test'
import suite from '../../playwright.config.ts'
import { takenFolder } from './taken-folder.ts'

/** The walks of machines in a browser: `npm run models -- --browser`. They are no stage of `npm test`. */
export default defineConfig({
  ...suite,
  testDir: '.',
  testMatch: '*.walk.ts',
  globalSetup: './global-setup.ts',
  outputDir: `../../${takenFolder}/traces`,
  reporter: 'list',
  projects: (suite.projects ?? []).filter(({ name }) => name === 'lean'),
})
