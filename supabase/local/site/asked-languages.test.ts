import { expect, test } from 'vitest'
import { askedLanguages } from './asked-languages.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de']],
  ['sv-SE,sv;q=0.9,pl;q=0.5,en;q=0.7', ['en']],
  ['fr;q=0,pt-BR;q=0.4', ['pt']],
  ['sv, *', []],
  ['', []],
  [null, []],
])('of %s the page has %s', (header, languages) => {
  expect(askedLanguages(header)).toEqual(languages)
})
