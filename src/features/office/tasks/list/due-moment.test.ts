import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { dueState, dueText } from '@/shared/domain/tasks/due'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import * as today from '@/shared/domain/time/today'
import { dueMoment } from './due-moment'

const hour = 3_600_000
const noon = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(ms).toISOString()

describe('the moment that a row is told', () => {
  test('reads as now does, for every due date, status and time', () => {
    const moments = fc.integer({ min: -400 * 24 * 60, max: 400 * 24 * 60 }).map((minutes) => noon + minutes * 60_000)
    fc.assert(
      fc.property(moments, moments, fc.constantFrom('pending', 'completed'), (due, now, status) => {
        const task = { due_at: at(due), status }
        const moment = dueMoment(task, now)
        expect([dueState(task, moment), dueText(task, moment)]).toEqual([dueState(task, now), dueText(task, now)])
      }),
    )
  })

  test('stays the same from minute to minute, and changes when the task becomes late', () => {
    const task = { due_at: at(noon + hour) }
    const during = [0, 1, 30, 59].map((minutes) => dueMoment(task, noon + minutes * 60_000))
    expect(new Set(during).size).toBe(1)
    expect(dueMoment(task, noon + hour + 60_000)).not.toBe(during[0])
    expect(dueMoment({ due_at: null }, noon)).toBe(dueMoment({ due_at: null }, noon + 100 * hour))
  })

  test('is computed once for all rows of a moment, and anew in another zone', () => {
    const task = { due_at: at(noon + hour) }
    const computed = vi.spyOn(today, 'dayAroundMs')
    setFormats({ ...firstFormats, time_zone: 'Europe/Malta' })
    const moments = [1, 2, 3].map(() => dueMoment(task, noon))
    setFormats({ ...firstFormats, time_zone: 'America/Los_Angeles' })
    expect([dueMoment(task, noon) - (moments[0] ?? 0), new Set(moments).size]).toEqual([9 * hour, 1])
    expect(computed).toHaveBeenCalledTimes(2)
    setFormats(firstFormats)
    computed.mockRestore()
  })
})
