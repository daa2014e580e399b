import { expect, test } from 'vitest'
import { drawMarks, headOf, isDrawn, type Mark, markedName, type Pen } from './marks'

const mark = (kind: Mark['kind'], points: [number, number][], words = ''): Mark => ({
  id: kind,
  kind,
  colour: '#d6006c',
  points: points.map(([x, y]) => ({ x, y })),
  words,
})

/** A pen that says what it does. */
function drawn(marks: readonly Mark[], width = 1000): string[] {
  const did: string[] = []
  const pen = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) =>
        name === 'measureText'
          ? (words: string) => ({ width: words.length * 10 })
          : (...at: (number | string)[]) =>
              void did.push(
                [String(name), ...at.map((one) => (typeof one === 'number' ? Math.round(one) : one))].join(' '),
              ),
      set: () => true,
    },
  )
  drawMarks(pen as unknown as Pen, marks, width)
  return did
}

test('an arrow is a line to where the finger ended, with a head there; a slip of the finger draws nothing', () => {
  const arrow = mark('arrow', [
    [100, 100],
    [300, 250],
    [500, 100],
  ])
  expect(drawn([arrow]).slice(0, 3)).toEqual(['beginPath', 'moveTo 100 100', 'lineTo 500 100'])
  const [one, other] = headOf({ x: 0, y: 0 }, { x: 100, y: 0 }, 20)
  expect([one.x < 100, one.x === other.x, Math.round(one.y + other.y)]).toEqual([true, true, 0])
  expect(
    drawn([
      mark('arrow', [
        [100, 100],
        [104, 103],
      ]),
    ]),
  ).toEqual([])
})

test('a dimension has its words in the middle of its line, on a ground that makes them readable', () => {
  const did = drawn([
    mark(
      'size',
      [
        [100, 400],
        [900, 400],
      ],
      '2400 mm',
    ),
  ])
  expect(did).toContain('fillText 2400 mm 500 401')
  expect(did.find((one) => one.startsWith('fillRect'))).toMatch(/^fillRect 4\d\d 3\d\d \d\d \d\d$/)
  expect(did.indexOf('fillText 2400 mm 500 401')).toBe(did.length - 1)
})

test('a free line follows the finger, also around to where it began; a text needs words', () => {
  const ring = mark('line', [
    [100, 100],
    [300, 100],
    [300, 300],
    [100, 100],
  ])
  expect(drawn([ring]).filter((one) => one === 'lineTo 300 300')).toHaveLength(2)
  expect(isDrawn(mark('text', [[10, 10]], ' '), 1000)).toBe(false)
  expect(drawn([mark('text', [[200, 50]], 'Cable here')])).toContain('fillText Cable here 200 51')
})

test('a marked photo keeps the name of the photo', () =>
  expect(['Shop front.png', 'Shop front marked.jpg', '.jpg'].map(markedName)).toEqual([
    'Shop front marked.jpg',
    'Shop front marked.jpg',
    'photo marked.jpg',
  ]))
