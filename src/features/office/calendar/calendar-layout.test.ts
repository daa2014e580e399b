import { describe, expect, test } from 'vitest'
import { type Block, columnsIn, sideBySide, withCrowds } from './columns.ts'
import { firstFormats, setFormats } from '../../../shared/domain/text/formats.ts'
import { addMonths, firstOfWeek, weeksOfMonth } from './days.ts'
import { type Entry, movedTo, timesOf } from './entry.ts'
import { readPlace } from './calendar-place.ts'
import { hiddenOf, weekLines } from './week-lines.ts'
import { instantOf, wallOf } from './zone.ts'

const blocks = (...spans: [number, number][]): Block[] => spans.map(([from, until]) => ({ from, until }))
const looks = (...spans: [number, number][]) =>
  sideBySide(blocks(...spans)).map(({ column, columns, span }) => [column, columns, span])

describe('entries of a day that overlap', () => {
  test('stand side by side, and those that only touch do not', () => {
    expect(looks([540, 600], [540, 600])).toEqual([
      [0, 2, 1],
      [1, 2, 1],
    ])
    expect(looks([540, 600], [600, 660])).toEqual([
      [0, 1, 1],
      [0, 1, 1],
    ])
  })

  test('fill what is free beside them, and use a column again once it is free', () => {
    expect(looks([540, 660], [540, 600], [600, 660], [660, 720])).toEqual([
      [0, 2, 1],
      [1, 2, 1],
      [1, 2, 1],
      [0, 1, 1],
    ])
    // Three at nine; the one at ten overlaps the first only, so it is two columns wide.
    expect(looks([540, 720], [540, 600], [540, 590], [610, 700])).toEqual([
      [0, 3, 1],
      [1, 3, 1],
      [2, 3, 1],
      [1, 3, 2],
    ])
  })

  test('never cover each other, whatever they are', () => {
    let seed = 7
    const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 300; round++) {
      const some = Array.from({ length: 1 + random(12) }, () => {
        const from = random(1380)
        return { from, until: from + 5 + random(300) }
      })
      const placed = sideBySide(some)
      expect(placed).toHaveLength(some.length)
      for (const one of placed) {
        expect(one.column + one.span).toBeLessThanOrEqual(one.columns)
        for (const other of placed) {
          if (one === other) continue
          const end = (block: Block) => Math.max(block.until, block.from + 20)
          const meet = one.block.from < end(other.block) && other.block.from < end(one.block)
          if (!meet) continue
          expect(one.columns).toBe(other.columns)
          expect(one.column + one.span <= other.column || other.column + other.span <= one.column).toBe(true)
        }
      }
    }
  })

  test('stand side by side where each is legible, else one below the other', () => {
    expect([0, 103, 131, 208, 311, 312, 900].map(columnsIn)).toEqual([1, 1, 1, 2, 2, 3, 3])
    const placed = sideBySide(blocks([540, 720], [540, 600], [570, 600], [660, 720], [800, 860]))
    const { shown, crowds } = withCrowds(placed, 1)
    expect(shown.map(({ from, until, columns }) => [from, until, columns])).toEqual([
      [540, 568, 1],
      [568, 596, 1],
      [596, 624, 1],
      [660, 720, 1],
      [800, 860, 1],
    ])
    expect(crowds).toEqual([])
    expect(withCrowds(placed, 3).shown.map(({ from, until, columns }) => [from, until, columns])).toEqual(
      placed.map(({ block, columns }) => [block.from, block.until, columns]),
    )
  })

  test('are counted where the stack of their time is full', () => {
    const { shown, crowds } = withCrowds(
      sideBySide(blocks([660, 750], [660, 720], [660, 700], [660, 690], [670, 690])),
      1,
    )
    expect(shown.map(({ from, until }) => [from, until])).toEqual([
      [660, 688],
      [688, 720],
    ])
    expect(crowds.map(({ from, until, blocks: some }) => [from, until, some.length])).toEqual([[722, 750, 3]])
  })

  test('never cover each other in a stack, and each is shown or counted', () => {
    let seed = 11
    const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 300; round++) {
      const some = Array.from({ length: 1 + random(14) }, () => {
        const from = random(1380)
        return { from, until: from + 5 + random(300) }
      })
      const most = 1 + random(3)
      const { shown, crowds } = withCrowds(sideBySide(some), most)
      expect(shown.length + crowds.flatMap((crowd) => crowd.blocks).length).toBe(some.length)
      const drawn = [
        ...shown.map((one) => ({ ...one, until: Math.max(one.until, one.from + 20) })),
        ...crowds.map((crowd) => ({ ...crowd, column: 0, columns: 1, span: 1 })),
      ]
      for (const one of drawn) {
        expect(one.columns).toBeLessThanOrEqual(most)
        for (const other of drawn) {
          if (one === other || one.from >= other.until || other.from >= one.until) continue
          expect(one.columns).toBe(other.columns)
          expect(one.column + one.span <= other.column || other.column + other.span <= one.column).toBe(true)
        }
      }
    }
  })
})

describe('a month', () => {
  test('begins with a Monday and ends with the week of its last day', () => {
    expect(weeksOfMonth('2026-11-20').map(([monday]) => monday)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ])
    expect(weeksOfMonth('2027-02-01')).toHaveLength(4)
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  })

  test('draws what lasts for days as one bar a week, above what lasts a day', () => {
    const days = (firstDay: string, lastDay: string) => ({ firstDay, lastDay })
    const spans = [days('2026-11-17', '2026-11-17'), days('2026-11-13', '2026-11-18'), days('2026-11-19', '2026-11-30')]
    expect(
      weekLines(spans, '2026-11-16').map(({ column, length, line, fromBefore, goesOn }) => [
        column,
        length,
        line,
        fromBefore,
        goesOn,
      ]),
    ).toEqual([
      [0, 3, 0, true, false],
      [3, 4, 0, false, true],
      [1, 1, 1, false, false],
    ])
  })

  test('says how many more there are where the lines do not suffice', () => {
    const day = { firstDay: '2026-11-17', lastDay: '2026-11-17' }
    const bars = weekLines([day, day, day, day], '2026-11-16')
    expect(hiddenOf(bars, 4)).toEqual({ shown: 4, more: [0, 0, 0, 0, 0, 0, 0] })
    expect(hiddenOf(bars, 3)).toEqual({ shown: 2, more: [0, 2, 0, 0, 0, 0, 0] })
  })
})

const malta = 'Europe/Malta'
const iso = (at: number) => new Date(at).toISOString()

describe('the clock of the company', () => {
  test('shows a moment where the company is, wherever the person is', () => {
    expect(wallOf(Date.parse('2026-11-20T23:30:00Z'), malta)).toEqual({ day: '2026-11-21', minutes: 30 })
    expect(wallOf(Date.parse('2026-07-01T06:15:00Z'), 'America/New_York')).toEqual({ day: '2026-07-01', minutes: 135 })
  })

  test('goes forward: an hour is never shown, and what is put into it begins an hour later', () => {
    expect(iso(instantOf({ day: '2026-03-29', minutes: 119 }, malta))).toBe('2026-03-29T00:59:00.000Z')
    expect(iso(instantOf({ day: '2026-03-29', minutes: 150 }, malta))).toBe('2026-03-29T01:30:00.000Z')
    expect(wallOf(instantOf({ day: '2026-03-29', minutes: 150 }, malta), malta).minutes).toBe(210)
  })

  test('goes back: an hour is shown twice, and what is put into it begins in the second, as in the database', () => {
    expect(iso(instantOf({ day: '2026-10-25', minutes: 150 }, malta))).toBe('2026-10-25T01:30:00.000Z')
    expect(iso(instantOf({ day: '2026-10-25', minutes: 240 }, malta))).toBe('2026-10-25T03:00:00.000Z')
  })

  test('what is moved over either change keeps its time of day and its length', () => {
    const entry = {
      kind: 'step',
      ...timesOf(Date.parse('2026-10-23T07:00:00Z'), Date.parse('2026-10-23T08:30:00Z'), malta),
    } as Entry
    const moved = movedTo(entry, { day: '2026-10-26', minutes: null }, malta)
    expect([iso(moved.startsAt ?? 0), moved.from, moved.until]).toEqual(['2026-10-26T08:00:00.000Z', 540, 630])
    const back = movedTo(moved, { day: '2026-03-30', minutes: null }, malta)
    expect([iso(back.startsAt ?? 0), back.from, back.minutes]).toEqual(['2026-03-30T07:00:00.000Z', 540, 90])
  })

  test('what ends at midnight does not reach into the next day', () => {
    expect(timesOf(Date.parse('2026-11-20T21:00:00Z'), Date.parse('2026-11-20T23:00:00Z'), malta)).toMatchObject({
      firstDay: '2026-11-20',
      lastDay: '2026-11-20',
      from: 1320,
      until: 1440,
    })
  })
})

test('an address that names no day shows today', () => {
  const usual = { today: '2026-11-20', view: 'week' as const }
  const dayOf = (day: string) => readPlace(new URLSearchParams({ day }), usual).day
  expect(['2026-13-40', '2026-02-30', '2026-12-01'].map(dayOf)).toEqual(['2026-11-20', '2026-11-20', '2026-12-01'])
})

test('a week begins on the first weekday of the company', () => {
  const begins = (first_weekday: 1 | 6 | 7) => {
    setFormats({ ...firstFormats, first_weekday })
    return [firstOfWeek('2026-11-25'), weeksOfMonth('2026-11-25')[0]?.[0]]
  }
  try {
    expect([begins(1), begins(7), begins(6)]).toEqual([
      ['2026-11-23', '2026-10-26'],
      ['2026-11-22', '2026-11-01'],
      ['2026-11-21', '2026-10-31'],
    ])
  } finally {
    setFormats(firstFormats)
  }
})
