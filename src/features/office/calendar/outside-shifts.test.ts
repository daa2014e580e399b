import { expect, test } from 'vitest'
import type { Entry } from './entry'
import { outsideShifts } from './outside-shifts'

const at = (day: string, from: number, until: number, more: Partial<Entry> = {}): Entry => ({
  kind: 'step',
  id: 'one',
  title: 'Print',
  detail: null,
  number: null,
  startsAt: Date.parse(`${day}T00:00:00Z`) + from * 60_000,
  endsAt: Date.parse(`${day}T00:00:00Z`) + until * 60_000,
  firstDay: day,
  lastDay: day,
  from,
  until,
  minutes: until - from,
  people: ['elena'],
  workCentre: null,
  van: null,
  status: 'todo',
  isDone: false,
  mayMove: true,
  mayResize: true,
  mark: 'm',
  parentId: null,
  amount: null,
  dueOn: null,
  ...more,
})
const monday = '2026-11-23'
const tuesday = '2026-11-24'
const shift = at(monday, 480, 990, { kind: 'shift', id: 'shift' })

test('an entry within the shift of its people is fine, one that begins before or ends after it is named', () => {
  expect(outsideShifts(at(monday, 480, 990), [shift])).toEqual([])
  const words = 'works 08:00 – 16:30 that day'
  expect(outsideShifts(at(monday, 420, 500), [shift])).toEqual([{ person: 'elena', words }])
  expect(outsideShifts(at(monday, 960, 1020), [shift])).toEqual([{ person: 'elena', words }])
})

test('a day without a shift and a day away are said; who has no planned hours at all is not named', () => {
  expect(outsideShifts(at(tuesday, 540, 600), [shift])).toEqual([{ person: 'elena', words: 'has no shift that day' }])
  const away = at(monday, 0, 0, { kind: 'absence', startsAt: null, endsAt: null, from: null, until: null })
  expect(outsideShifts(at(monday, 540, 600), [shift, away])).toEqual([{ person: 'elena', words: 'is away that day' }])
  expect(outsideShifts(at(tuesday, 540, 600, { people: ['nico'] }), [shift])).toEqual([])
  expect(
    outsideShifts({ ...at(tuesday, 0, 0), startsAt: null, endsAt: null, from: null, until: null }, [shift]),
  ).toEqual([])
})
