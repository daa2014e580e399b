import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, filledShade, isColour, luminance, plainColour, processShades, shadesOf } from './brand-colour'

const anyColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((code) => `#${code.toString(16).padStart(6, '0')}`)

/** Backgrounds of text in the two themes: paper and ground, light and dark. */
const paper = '#ffffff'
const ground = '#f6f8fa'
const night = '#20272d'
const nightGround = '#161b20'

test('whatever colour a company chooses, its words and buttons can be read in both themes', () =>
  fc.assert(
    fc.property(anyColour, (colour) => {
      const shades = shadesOf(colour)
      const [faint, , , pale, soft] = shades
      const filled = shades[filledShade]
      const read = {
        'white on a button': contrast(filled, '#ffffff'),
        'white on a hovered button': contrast(shades[8], '#ffffff'),
        'a link on paper': contrast(filled, paper),
        'a link on the ground': contrast(filled, ground),
        'a word on its tint': contrast(filled, faint),
        'a link on night paper': contrast(soft, night),
        'a link on the night ground': contrast(soft, nightGround),
        'a pale word on night paper': contrast(pale, night),
      }
      expect(Object.entries(read).filter(([, ratio]) => ratio < 4.5)).toEqual([])
    }),
  ))

test('the lighter shades are as light as those of process cyan', () =>
  fc.assert(
    fc.property(anyColour, (colour) => {
      const shades = shadesOf(colour)
      for (let place = 0; place < filledShade; place += 1)
        expect(luminance(shades[place] ?? '')).toBeCloseTo(luminance(processShades[place] ?? ''), 2)
    }),
  ))

test.each(['#0b5c73', '#006d97', '#8a1538', '#1d4ed8'])(
  '%s carries white words, so buttons have it as it is',
  (own) => {
    expect(shadesOf(own)[filledShade]).toBe(own)
  },
)

test.each([
  ['#ffdd00', '#766500'],
  ['#00aeef', '#006d97'],
  ['#000000', '#3f3f3f'],
  ['#ffffff', '#666666'],
])('%s carries none, so buttons have it as %s', (own, filled) => {
  expect(shadesOf(own)[filledShade]).toBe(filled)
})

test('a colour is read as people write it', () => {
  expect(['#0B5C73', ' 0b5c73 ', '#abc', 'ABC', 'teal', '#12345', ''].map(plainColour)).toEqual([
    '#0b5c73',
    '#0b5c73',
    '#aabbcc',
    '#aabbcc',
    'teal',
    '#12345',
    '',
  ])
  expect(['#0b5c73', '#0B5C73', '#abc', 'teal'].map(isColour)).toEqual([true, false, false, false])
})
