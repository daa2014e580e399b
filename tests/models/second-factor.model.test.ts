import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  type Factor,
  secondFactorMachine,
  type SecondFactorInput,
} from '@/machines/second-factor/second-factor.machine'
import { arrows, everyArrow } from './arrows'
import { secondFactorModel } from './second-factor.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(secondFactorMachine)
const paths = everyArrow(createTestModel(secondFactorModel))

const devices = [
  { id: 'tablet', name: 'Tablet' },
  { id: 'phone', name: 'Phone' },
]
const down = Object.assign(new Error('Failed to fetch'), { name: 'AuthRetryableFetchError' })
const wrong = Object.assign(new Error('Invalid TOTP code entered'), { code: 'mfa_verification_failed' })

function openPage() {
  let isDown = false
  let accepts = true
  let known: readonly Factor[] = devices
  let made = 0
  const checked: object[] = []
  const up = () => {
    if (isDown) throw down
  }
  const machine = secondFactorMachine.provide({
    actors: {
      readFactors: fromPromise(async () => {
        up()
        return known
      }),
      enrol: fromPromise(async () => {
        up()
        made += 1
        return { id: 'new', uri: 'otpauth://totp/x', secret: 'ABCD' }
      }),
      check: fromPromise(async ({ input }) => {
        checked.push(input)
        if (!accepts) throw wrong
      }),
    },
  })
  const begin = (wants: SecondFactorInput['wants']) =>
    createActor(machine, { inspect: walked.inspect, input: { wants, name: 'Phone' } })
  const tab = { page: begin('code') }
  const ready = () => waitFor(tab.page, (state) => !state.hasTag('preparing') && !state.hasTag('busy'))
  const open = async (
    wants: SecondFactorInput['wants'],
    given: { down?: boolean; devices?: readonly Factor[] } = {},
  ) => {
    isDown = given.down ?? false
    known = given.devices ?? devices
    tab.page = begin(wants)
    tab.page.start()
    await ready()
  }
  const type = async (code: string, isRight: boolean) => {
    accepts = isRight
    const times = checked.length
    tab.page.send({ type: 'code.submit', code })
    // The second press of a double click.
    tab.page.send({ type: 'code.submit', code })
    await ready()
    expect(checked.length - times).toBeLessThanOrEqual(1)
  }
  const again = async () => {
    isDown = false
    tab.page.send({ type: 'again' })
    await ready()
  }
  return { tab, open, type, again, checked, made: () => made }
}

describe('the second factor behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, open, type, again, checked, made } = openPage()
      const asks = (factorId: string, problem: string | null) => () => {
        const { context, value } = tab.page.getSnapshot()
        expect([value, context.factorId, context.problem, context.code]).toEqual(['asking', factorId, problem, ''])
      }
      const fails = (problem: string) => () => {
        const { context, value } = tab.page.getSnapshot()
        expect([value, context.problem]).toEqual(['failed', problem])
      }
      const ends = (factorId: string) => () => {
        expect(tab.page.getSnapshot().status).toBe('done')
        expect(checked.at(-1)).toEqual({ factorId, code: '123456' })
      }
      const isWrong = 'This code is wrong, or was used already. Type the one that your app shows now.'
      const unreachable = 'The server could not be reached. Please try again.'
      await path.test({
        events: {
          openKnown: () => open('code'),
          openRemoved: () => open('code', { devices: [] }),
          openWhileServerIsDown: () => open('code', { down: true }),
          openNew: () => open('enrol'),
          openNewWhileServerIsDown: () => open('enrol', { down: true }),
          again,
          chooseOther: () => tab.page.send({ type: 'factor.choose', id: 'phone' }),
          typeRight: () => type('123 456', true),
          typeWrong: () => type('000000', false),
          typeShort: () => type('12345', true),
        },
        states: {
          closed: () => expect(tab.page.getSnapshot().status).toBe('active'),
          asked: asks('tablet', null),
          other: asks('phone', null),
          wrong: asks('tablet', isWrong),
          short: asks('tablet', 'Type the six digits that your app shows.'),
          shown: asks('new', null),
          shownWrong: () => {
            asks('new', isWrong)()
            expect(made()).toBe(1)
          },
          unread: fails(unreachable),
          notMade: fails(unreachable),
          removed: fails('This account has no second factor any more. Please reload the page.'),
          inside: ends('tablet'),
          insideByOther: ends('phone'),
          added: ends('new'),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(20))
})

testEveryTransition(walked)
