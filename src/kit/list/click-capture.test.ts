import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

// A browser draws anew between the capture of a click and the click itself where the capture changes a state. A box that was
// ticked by that click is unticked again before React hears of it: the first tick of each entry of the bank was lost.
/** Keeps the links of an edited page from being followed, and changes no state. */
const changesNothing = ['/src/features/site/editor/components/site-editor-screen.tsx']

test('no screen changes a state while a click is still captured', () => {
  const captures = Object.entries(sources).filter(([, source]) => /\bonClickCapture=/.test(source))
  expect(Object.keys(sources).length).toBeGreaterThan(400)
  expect(captures.map(([path]) => path)).toEqual(changesNothing)
})
