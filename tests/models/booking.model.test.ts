import { createTestModel } from '@xstate/test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { bookingMachine, type Details, type Held, type Kept } from '@/machines/booking/booking.machine'
import { arrows, everyArrow } from './arrows'
import { bookingModel } from './booking.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(bookingMachine)

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
  let isOnline = true
  const machine = bookingMachine.provide({
    actors: {
      look: fromPromise(async ({ input }) => {
        if (!isOnline) throw new Error('offline')
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
        expect(input.details).toEqual(details)
        booked.push(input.holder)
      }),
      release: fromPromise(async ({ input }) => {
        if (!isOnline) throw new Error('offline')
        held.delete(input.holder)
      }),
    },
  })
  const heldOf = (holder: string, startsAt: string): Held => ({
    holder,
    startsAt,
    heldUntil: new Date(Date.now() + 5 * minutes).toISOString(),
  })
  const begin = (holder: string | null) =>
    createActor(machine, { inspect: walked.inspect, input: { type: 'samples', kept: holder } }).start()
  const tab = { visit: begin(kept) }
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const without = async (step: () => Promise<void>) => {
    isOnline = false
    await step()
    isOnline = true
  }
  const reload = async () => {
    const { held: mine, booked: link } = tab.visit.getSnapshot().context
    tab.visit.stop()
    tab.visit = begin(link ?? mine?.holder ?? null)
    await settled()
  }
  const choose = async (startsAt: string) => {
    tab.visit.send({ type: 'slot.choose', startsAt })
    await settled()
  }
  const send = async (isWrong = false) => {
    refuses = isWrong
    tab.visit.send({ type: 'form.send', details })
    // The second press of a double click.
    tab.visit.send({ type: 'form.send', details })
    await settled()
    refuses = false
  }
  return { tab, held, booked, choose, send, settled, reload, without }
}

describe('the visit behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, held, booked, choose, send, settled, reload, without } = useVisit()
      held.set('other', 'taken')
      let count = 0
      const is = (state: string, isRefused: boolean) => () => {
        const snapshot = tab.visit.getSnapshot()
        expect([snapshot.matches(state as 'choosing'), snapshot.context.problem !== null]).toEqual([true, isRefused])
        expect(booked.length).toBeLessThanOrEqual(1)
        if (state === 'choosing') expect(snapshot.context.held).toBeNull()
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
            tab.visit.send({ type: 'slot.release' })
            await settled()
            expect([...held.keys()]).toEqual(['other'])
          },
          giveBackInVain: () =>
            without(async () => {
              tab.visit.send({ type: 'slot.release' })
              await settled()
              for (const holder of held.keys()) if (holder !== 'other') held.delete(holder)
            }),
          reload,
          reloadWithoutNetwork: () =>
            without(async () => {
              await reload()
              for (const holder of held.keys()) if (holder !== 'other') held.delete(holder)
            }),
          waitTooLong: async () => {
            await vi.advanceTimersByTimeAsync(5 * minutes - 1)
            expect(tab.visit.getSnapshot().matches({ filling: 'inTime' })).toBe(true)
            await vi.advanceTimersByTimeAsync(1)
          },
          loseToOther: () => {
            const mine = tab.visit.getSnapshot().context.held
            if (mine) held.delete(mine.holder)
          },
          send: () => send(),
          sendWrong: () => send(true),
          sendTooLate: () => send(),
        },
        states: {
          choosing: is('choosing', false),
          choosingAfterRefusal: () => {
            expect(tab.visit.getSnapshot().matches('choosing')).toBe(true)
            expect(tab.visit.getSnapshot().context.held).toBeNull()
          },
          refused: is('choosing', true),
          filling: is('filling', false),
          fillingRefused: is('filling', true),
          overtime: () => expect(tab.visit.getSnapshot().matches({ filling: 'overtime' })).toBe(true),
          lost: () => expect(tab.visit.getSnapshot().matches({ filling: 'overtime' })).toBe(true),
          booked: () => {
            expect(tab.visit.getSnapshot().status).toBe('done')
            expect(booked).toEqual([tab.visit.getSnapshot().context.booked])
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(21))
})

test('a reload in the middle of the form finds the held time again', async () => {
  const first = useVisit()
  await first.choose('nine')
  const kept = first.tab.visit.getSnapshot().context.held?.holder ?? ''
  const machine = bookingMachine.provide({
    actors: {
      look: fromPromise(async (): Promise<Kept> => ({
        state: 'held',
        held: { holder: kept, startsAt: 'nine', heldUntil: new Date(Date.now() + minutes).toISOString() },
      })),
    },
  })
  const again = createActor(machine, { inspect: walked.inspect, input: { type: 'samples', kept } }).start()
  await vi.advanceTimersByTimeAsync(0)
  expect(again.getSnapshot().matches({ filling: 'inTime' })).toBe(true)
  await vi.advanceTimersByTimeAsync(minutes)
  expect(again.getSnapshot().matches({ filling: 'overtime' })).toBe(true)
})

testEveryTransition(walked)
