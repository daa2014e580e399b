import { expect, test } from 'vitest'
import { themeIn } from './theme'

test('the colour of a company is for action: in a red company, what is paid does not look like an alarm', () => {
  const ours = themeIn(null).colors
  const theirs = themeIn('#c0101a').colors
  expect(theirs?.['process']).not.toEqual(ours?.['process'])
  for (const name of ['green', 'teal', 'cyan', 'magenta', 'yellow']) expect(theirs?.[name]).toEqual(ours?.[name])
})
