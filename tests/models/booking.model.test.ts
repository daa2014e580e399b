import { createTestModel } from '@xstate/test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { bookingMachine, type Details, type Held, type Kept } from '@/machines/booking/booking.machine'
import { arrows, everyArrow } from './arrows'
import { bookingModel } from './booking.model'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const paths = everyArrow(createTestModel(bookingModel))
const details: Details = {
  name: 'Anna',
  email: 'a@example.com',
  phone: '',
  company: '',
  address: '',
  note: '',
  trap: '',
}
const refusal = (code: string) => Object.assign(new Error(`Refused with ${code}`), { code })
const minutes = 60_000

/** A visitor beside a database that knows who holds which time. */
function useVisit(kept: string | null = null) {
  const held = new Map<string, string>()
  const booked: string[] = []
  let drawn = 0
  let refuses = false
  const machine = bookingMachine.provide({
    actors: {
      look: fromPromise(async ({ input }) => {
        const startsAt = held.get(input.holder)
        if (booked.includes(input.holder)) return { state: 'booked', holder: input.holder } as const
        return startsAt
          ? ({ state: 'held', held: heldOf(input.holder, startsAt) } as const)
          : ({ state: 'gone' } as const)
      }),
      hold: fromPromise(async ({ input }): Promise<Held> => {
        if ([...held].some(([holder, at]) => at === input.startsAt && holder !== input.holder)) throw refusal('PT409')
        if (input.holder) held.delete(input.holder)
        drawn += 1
        held.set(`h${drawn}`, input.startsAt)
        return heldOf(`h${drawn}`, input.startsAt)
      }),
      confirm: fromPromise(async ({ input }) => {
        if (refuses) throw refusal('22023')
        if (!held.has(input.holder)) throw refusal('PT404')
        booked.push(input.holder)
      }),
      release: fromPromise(async ({ input }) => {
        held.delete(input.holder)
      }),
    },
  })
  const heldOf = (holder: string, startsAt: string): Held => ({
    holder,
    startsAt,
    heldUntil: new Date(Date.now() + 5 * minutes).toISOString(),
  })
  const visit = createActor(machine, { input: { type: 'samples', kept } }).start()
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const choose = async (startsAt: string) => {
    visit.send({ type: 'slot.choose', startsAt })
    await settled()
  }
  const send = async (isWrong = false) => {
    refuses = isWrong
    visit.send({ type: 'form.send', details })
    // The second press of a double click.
    visit.send({ type: 'form.send', details })
    await settled()
    refuses = false
  }
  return { visit, held, booked, choose, send, settled }
}

describe('the visit behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { visit, held, booked, choose, send, settled } = useVisit()
      held.set('other', 'taken')
      let count = 0
      const is = (state: string, isRefused: boolean) => () => {
        const snapshot = visit.getSnapshot()
        expect([snapshot.matches(state as 'choosing'), snapshot.context.problem !== null]).toEqual([true, isRefused])
        expect(booked.length).toBeLessThanOrEqual(1)
        const mine = [...held.keys()].filter((holder) => holder !== 'other')
        expect(mine.length).toBeLessThanOrEqual(1)
      }
      await path.test({
        events: {
          choose: () => choose('nine'),
          chooseTaken: () => choose('taken'),
          chooseAnother: () => choose(`another ${(count += 1)}`),
          chooseAnotherTaken: () => choose('taken'),
          giveBack: async () => {
            visit.send({ type: 'slot.release' })
            await settled()
            expect([...held.keys()]).toEqual(['other'])
          },
          waitTooLong: async () => {
            await vi.advanceTimersByTimeAsync(5 * minutes)
          },
          loseToOther: () => {
            const mine = visit.getSnapshot().context.held
            if (mine) held.delete(mine.holder)
          },
          send: () => send(),
          sendWrong: () => send(true),
          sendTooLate: () => send(),
        },
        states: {
          choosing: is('choosing', false),
          choosingAfterRefusal: () => expect(visit.getSnapshot().matches('choosing')).toBe(true),
          refused: is('choosing', true),
          filling: is('filling', false),
          fillingRefused: is('filling', true),
          overtime: () => expect(visit.getSnapshot().matches({ filling: 'overtime' })).toBe(true),
          lost: () => expect(visit.getSnapshot().matches({ filling: 'overtime' })).toBe(true),
          booked: () => {
            expect(visit.getSnapshot().status).toBe('done')
            expect(booked).toEqual([visit.getSnapshot().context.booked])
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(16))
})

test('a reload in the middle of the form finds the held time again', async () => {
  const first = useVisit()
  await first.choose('nine')
  const kept = first.visit.getSnapshot().context.held?.holder ?? ''
  const machine = bookingMachine.provide({
    actors: {
      look: fromPromise(async (): Promise<Kept> => ({
        state: 'held',
        held: { holder: kept, startsAt: 'nine', heldUntil: new Date(Date.now() + minutes).toISOString() },
      })),
    },
  })
  const again = createActor(machine, { input: { type: 'samples', kept } }).start()
  await vi.advanceTimersByTimeAsync(0)
  expect(again.getSnapshot().matches({ filling: 'inTime' })).toBe(true)
  await vi.advanceTimersByTimeAsync(minutes)
  expect(again.getSnapshot().matches({ filling: 'overtime' })).toBe(true)
})
