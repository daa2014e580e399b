import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { codeOf, secretInGroups } from './codes'
import { type Factor, type NewFactor, secondFactorMachine, type SecondFactorInput } from './second-factor.machine'

type Effects = {
  readFactors?: () => Promise<readonly Factor[]>
  enrol?: () => Promise<NewFactor>
  check?: () => Promise<void>
}

const phone = { id: 'factor-1', name: 'Phone' }
const tablet = { id: 'factor-2', name: 'Tablet' }
const refusal = (code: string, message = 'refused') => Promise.reject(Object.assign(new Error(message), { code }))

function start(wants: SecondFactorInput['wants'], effects: Effects = {}) {
  const calls: unknown[] = []
  const actor = createActor(
    secondFactorMachine.provide({
      actors: {
        readFactors: fromPromise(async () => (effects.readFactors ? effects.readFactors() : [phone])),
        enrol: fromPromise(async ({ input }) => {
          calls.push(['enrol', input])
          return effects.enrol ? effects.enrol() : { id: 'new', uri: 'otpauth://totp/x', secret: 'ABCD' }
        }),
        check: fromPromise(async ({ input }) => {
          calls.push(['check', input])
          await effects.check?.()
        }),
      },
    }),
    { input: { wants, name: 'Phone' } },
  ).start()
  return { actor, calls, asking: () => waitFor(actor, (state) => state.matches('asking') || state.matches('failed')) }
}

describe('the second step of a sign-in', () => {
  test('asks for the code of the device that was used last, and checks six digits', async () => {
    const { actor, calls, asking } = start('code', { readFactors: async () => [tablet, phone] })
    await asking()
    actor.send({ type: 'code.submit', code: ' 123 456 ' })
    await waitFor(actor, (state) => state.status === 'done')
    expect(calls).toEqual([['check', { factorId: 'factor-2', code: '123456' }]])
    expect(actor.getSnapshot().context.code).toBe('')
  })

  test('asks for the code of another device when the person has that one at hand', async () => {
    const { actor, calls, asking } = start('code', { readFactors: async () => [tablet, phone] })
    await asking()
    actor.send({ type: 'factor.choose', id: 'factor-1' })
    actor.send({ type: 'code.submit', code: '123456' })
    await waitFor(actor, (state) => state.status === 'done')
    expect(calls).toEqual([['check', { factorId: 'factor-1', code: '123456' }]])
  })

  test('sends nothing that is not six digits', async () => {
    const { actor, calls, asking } = start('code')
    await asking()
    actor.send({ type: 'code.submit', code: '12345' })
    expect(actor.getSnapshot().context.problem).toBe('Type the six digits that your app shows.')
    expect(calls).toEqual([])
  })

  test.each([
    ['mfa_verification_failed', 'This code is wrong, or was used already. Type the one that your app shows now.'],
    ['mfa_challenge_expired', 'That took too long. Type the code that your app shows now.'],
    ['over_request_rate_limit', 'Too many codes were tried. Please wait five minutes.'],
    ['something_else', 'as the server says'],
  ])('a refusal of %s is said in words, and another code can be typed', async (code, words) => {
    const { actor, calls, asking } = start('code', { check: () => refusal(code, 'as the server says') })
    await asking()
    actor.send({ type: 'code.submit', code: '123456' })
    await asking()
    expect(actor.getSnapshot().context.problem).toBe(words)
    actor.send({ type: 'code.submit', code: '654321' })
    expect(actor.getSnapshot().context.problem).toBeNull()
    await asking()
    expect(calls).toHaveLength(2)
  })

  test('twenty clicks are one request', async () => {
    const { actor, calls, asking } = start('code', { check: () => new Promise(() => {}) })
    await asking()
    for (let i = 0; i < 20; i += 1) actor.send({ type: 'code.submit', code: '123456' })
    await Promise.resolve()
    expect(calls).toHaveLength(1)
  })

  test('a device that an administrator has removed meanwhile is not asked for', async () => {
    const { actor, asking } = start('code', { readFactors: async () => [] })
    await asking()
    expect(actor.getSnapshot().matches('failed')).toBe(true)
    expect(actor.getSnapshot().context.problem).toContain('no second factor any more')
  })
})

describe('adding a device', () => {
  test('shows what its app scans, and counts with its first code', async () => {
    const { actor, calls, asking } = start('enrol')
    await asking()
    expect(actor.getSnapshot().context.added).toEqual({ id: 'new', uri: 'otpauth://totp/x', secret: 'ABCD' })
    actor.send({ type: 'code.submit', code: '000000' })
    await waitFor(actor, (state) => state.status === 'done')
    expect(calls).toEqual([
      ['enrol', { name: 'Phone' }],
      ['check', { factorId: 'new', code: '000000' }],
    ])
  })

  test('a wrong first code keeps the same QR code', async () => {
    const { actor, calls, asking } = start('enrol', { check: () => refusal('mfa_verification_failed') })
    await asking()
    actor.send({ type: 'code.submit', code: '000000' })
    await asking()
    expect(actor.getSnapshot().context.added?.id).toBe('new')
    expect(calls.filter((call) => Array.isArray(call) && call[0] === 'enrol')).toHaveLength(1)
  })

  test('a server that does not answer is asked again', async () => {
    let tries = 0
    const { actor, asking } = start('enrol', {
      enrol: async () => {
        tries += 1
        if (tries === 1) throw Object.assign(new Error('fetch failed'), { name: 'AuthRetryableFetchError' })
        return { id: 'new', uri: 'otpauth://totp/x', secret: 'ABCD' }
      },
    })
    await asking()
    expect(actor.getSnapshot().context.problem).toBe('The server could not be reached. Please try again.')
    actor.send({ type: 'again' })
    await asking()
    expect(actor.getSnapshot().context).toMatchObject({ problem: null, factorId: 'new' })
  })
})

test('a code is six digits, and a secret is shown in groups of four', () => {
  expect(['123456', ' 123 456', '12345', '1234567', '12345a', ''].map(codeOf)).toEqual([
    '123456',
    '123456',
    null,
    null,
    null,
    null,
  ])
  expect(secretInGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
})
