import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countedText, qtyText } from './quantity-text'

test.each([
  ['1.0000', 'piece', '1 piece'],
  ['3', 'piece', '3 pieces'],
  ['1', 'hour', '1 hour'],
  ['3.5000', 'hour', '3.5 hours'],
  ['0.5', 'hour', '0.5 hours'],
  ['2', 'set', '2 sets'],
  ['2', 'box', '2 boxes'],
  ['12.5000', 'm2', '12.5 m²'],
  ['12.5000', 'sqm', '12.5 m²'],
  ['45', 'm_edge', '45 m edge'],
  ['1', 'm_height', '1 m'],
  ['-1', 'sheet', '−1 sheet'],
  ['2', 'pallet', '2 pallet'],
])('%s of %s is %s', (qty, unit, words) => expect(qtyText(qty, unit)).toBe(words))

test('pieces go without saying in a column', () => {
  expect(['piece', 'set', 'm2', null].map((unit) => countedText('2', unit))).toEqual(['2', '2 sets', '2 m²', '2'])
})

/** A unit written behind a number by hand: “{qty} {unit}”, “`${qty} ${line.unit}`”. */
const byHand =
  /\} \$?\{(?!unitWord|unitLabel|stockText|movedStock|typedWord|qtyText|countedText)[^}]*\b(?:[a-z]+_)?unit\b[^}]*\}/g
/** Times and prices, which count something else, and strokes of a drawing. */
const others = [
  'src/shared/domain/time/relative-time.ts',
  'src/features/production/panels/components/panel-drawing.tsx',
  'src/features/site/shared/cards.tsx',
  'supabase/functions/_shared/call-limit.ts',
  'supabase/local/site/page-words.ts',
  'src/shared/domain/money/stock-text.ts',
]

test('no file writes a unit behind a quantity by itself', () => {
  const files = globSync('{src,supabase/functions,supabase/local}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && !others.includes(file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(
    files.flatMap((file) => (readFileSync(file, 'utf8').match(byHand) ?? []).map((text) => `${file}: ${text}`)),
  ).toEqual([])
})

/** The units of an item's columns in the words for every quantity, which know no square feet. */
const metric = /\b(?:qtyText|unitWord)\([^()]*\b(?:stock|sell|buy)_unit\b/g

test('quantities of stock are read and written in the unit of the person', () => {
  const files = globSync('src/{features,kit}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(
    files.flatMap((file) => (readFileSync(file, 'utf8').match(metric) ?? []).map((text) => `${file}: ${text}`)),
  ).toEqual([])
})
