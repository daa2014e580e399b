import { createTestModel } from '@xstate/test'
import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import {
  type EnsuredContact,
  type SessionEvent,
  sessionMachine,
  type SessionUser,
} from '@/machines/session/session.machine'
import { arrows, everyArrow } from './arrows'
import { sessionModel } from './session.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(sessionMachine)
const user = { id: 'maria', email: 'maria@signwright.test' }
const other = { id: 'petra', email: 'petra@signwright.test' }

const paths = everyArrow(createTestModel(sessionModel))

type Answer = 'yes' | 'no' | 'never'

/** One tab of a browser, beside servers that answer as they are told to. */
function openBrowser() {
  const clock = new SimulatedClock()
  const done: string[] = []
  const asked: string[] = []
  const answers: { signOut: Answer; mail: Answer; people: Answer; role: Answer; isNew: boolean; isTemporary: boolean } =
    {
      signOut: 'yes',
      mail: 'yes',
      people: 'yes',
      role: 'yes',
      isNew: false,
      isTemporary: false,
    }
  let stored = Promise.withResolvers<SessionUser | null>()
  const answer = async (name: string, how: Answer, about: SessionUser | null = null) => {
    asked.push(about ? `${name} ${about.id}` : name)
    if (how === 'never') await new Promise(() => {})
    if (how === 'no') throw new Error('refused')
  }
  const machine = sessionMachine.provide({
    actors: {
      authEvents: fromCallback(() => {}),
      readSession: fromPromise(() => stored.promise),
      ensureContact: fromPromise(async ({ input }): Promise<EnsuredContact> => {
        await answer('contact', answers.people, input)
        return { created: answers.isNew, hasTemporaryPassword: answers.isTemporary }
      }),
      ensureRole: fromPromise(async ({ input }): Promise<{ created: boolean }> => {
        await answer('role', answers.people === 'no' ? 'no' : answers.role, input)
        return { created: answers.isNew }
      }),
      sendVerificationEmail: fromPromise(({ input }) => answer('mail', answers.mail, input)),
      signOut: fromPromise(() => answer('sign out', answers.signOut)),
    },
    actions: {
      clearCaches: () => done.push('caches'),
      clearStoredToken: () => done.push('token'),
      tellOtherTabs: () => done.push('told'),
      rereadPerson: () => done.push('reread'),
    },
  })
  const begin = (isStored: boolean) =>
    createActor(machine, { clock, inspect: walked.inspect, input: { isStored } }).start()
  const browser = { tab: begin(false) }
  const state = () => browser.tab.getSnapshot()
  /** Signed in, and the contact and the role are there. */
  const guarded = () => waitFor(browser.tab, (now) => now.matches({ signedIn: 'guarded' }))
  return {
    clock,
    done,
    asked,
    answers,
    state,
    guarded,
    send: (event: SessionEvent) => browser.tab.send(event),
    stored: () => stored,
    openWithToken: () => {
      stored = Promise.withResolvers()
      browser.tab.stop()
      browser.tab = begin(true)
    },
    signIn: async (as: SessionUser, type: 'session.signedIn' | 'session.renewed' = 'session.signedIn') => {
      browser.tab.send({ type, user: as })
      await waitFor(browser.tab, (now) => !now.matches({ signedIn: 'bootstrapping' }))
    },
    /** Leaves, and something happens before the server has answered. */
    leave: async (type: 'person.signOut' | 'session.close', how: Answer, meanwhile = () => {}) => {
      answers.signOut = how
      done.length = 0
      browser.tab.send({ type })
      meanwhile()
      await waitFor(browser.tab, (now) => now.hasTag('signedOut'))
    },
  }
}

describe('the session behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { clock, done, asked, answers, state, guarded, send, stored, openWithToken, signIn, leave } = openBrowser()
      const patience = (limit: number) => () => {
        clock.increment(limit - 1)
        expect(state().hasTag('signedOut')).toBe(false)
        clock.increment(1)
      }
      const begun = (as: SessionUser) => asked.filter((what) => what === `contact ${as.id}`).length
      const signInHow = async (how: Partial<typeof answers>) => {
        Object.assign(answers, how)
        await signIn(user)
      }
      const isSignedIn = (as: SessionUser) => async () => {
        const { context } = await guarded()
        expect(context).toMatchObject({ user: as, hasTemporaryPassword: false })
        expect(state().hasTag('signedIn')).toBe(true)
      }
      const forgotten = (value: string) => async () => {
        await vi.waitFor(() => expect(state().value).toBe(value))
        expect(state().context).toMatchObject({ user: null, hasTemporaryPassword: false })
        expect(state().hasTag('signedOut')).toBe(true)
      }
      const renewed = async (event: SessionEvent) => {
        const times = asked.length
        send(event)
        await Promise.resolve()
        expect(asked).toHaveLength(times)
        expect(state().context.user?.email).toBe('new@signwright.test')
        send({ type: 'session.renewed', user })
      }
      await path.test({
        events: {
          openWithToken,
          tokenIsGood: () => stored().resolve(user),
          tokenIsGone: () => stored().resolve(null),
          readingFails: () => stored().reject(new Error('refused')),
          serverIsSilent: patience(5_000),
          signIn: async () => {
            const times = begun(user)
            const isNew = state().matches({ signedIn: 'settled' }) || !state().hasTag('signedIn')
            await signIn({ ...user, email: 'new@signwright.test' })
            expect(state().context.user?.email).toBe('new@signwright.test')
            expect(begun(user)).toBe(times + (isNew ? 1 : 0))
            send({ type: 'session.renewed', user })
          },
          signInFirst: () => signInHow({ isNew: true }),
          signInFirstMailFails: () => signInHow({ isNew: true, mail: 'no' }),
          signInFirstRoleFails: () => signInHow({ isNew: true, role: 'no' }),
          signInWithoutContact: () => signInHow({ people: 'no' }),
          signInTemporary: () => signInHow({ isTemporary: true }),
          changePassword: () => send({ type: 'person.changedPassword' }),
          renewAfterChange: () => {
            answers.isTemporary = false
            return signIn(user, 'session.renewed')
          },
          renew: () =>
            state().hasTag('signedIn')
              ? renewed({ type: 'session.renewed', user: { ...user, email: 'new@signwright.test' } })
              : signIn(user, 'session.renewed'),
          // Contact and role of the other cannot be asked for: nothing of the first person may be left.
          renewAsOther: async () => {
            answers.people = 'no'
            done.length = 0
            await signIn(other, 'session.renewed')
            expect([begun(other), done]).toEqual([1, ['caches']])
          },
          signInAsOther: async () => {
            answers.people = 'no'
            done.length = 0
            await signIn(other)
            expect([begun(other), done]).toEqual([1, ['caches']])
          },
          twoSecondsPass: () => {
            clock.increment(1_999)
            expect(state().matches({ signedIn: 'guarded' })).toBe(true)
            clock.increment(1)
          },
          signInElsewhere: () => signIn(user),
          signOut: async () => {
            await leave('person.signOut', 'yes')
            expect(done).toEqual(['told', 'token', 'caches'])
          },
          signOutInVain: async () => {
            await leave('person.signOut', 'no')
            expect(done).toEqual(['told', 'token', 'caches'])
          },
          signOutUnanswered: async () => {
            await leave('person.signOut', 'never', patience(1_500))
            expect(done).toEqual(['told', 'token', 'caches'])
          },
          signOutConfirmedFirst: () => leave('person.signOut', 'never', () => send({ type: 'session.signedOut' })),
          signOutElsewhere: () => {
            send({ type: 'session.left' })
            send({ type: 'session.signedOut' })
          },
          leaveElsewhere: () => send({ type: 'session.left' }),
          endOnServer: () => send({ type: 'session.signedOut' }),
          closeAccount: async () => {
            await leave('session.close', 'yes')
            expect(done).toEqual(['token', 'caches'])
          },
          closeAccountInVain: async () => {
            await leave('session.close', 'no')
            expect(done).toEqual(['token', 'caches'])
          },
          closeAccountUnanswered: async () => {
            await leave('session.close', 'never', patience(1_500))
            expect(done).toEqual(['token', 'caches'])
          },
          closeAccountConfirmedFirst: () => leave('session.close', 'never', () => send({ type: 'session.signedOut' })),
          signOutWhileClosing: () =>
            leave('session.close', 'never', () => {
              answers.signOut = 'yes'
              send({ type: 'person.signOut' })
            }),
          askToSignIn: () => send({ type: 'person.askedToSignIn' }),
        },
        states: {
          signedOut: forgotten('signedOut'),
          loading: () => expect([state().hasTag('loading'), state().context.user]).toEqual([true, null]),
          tokenDropped: async () => {
            await forgotten('signedOut')()
            expect(done).toEqual(['token'])
          },
          welcomed: async () => {
            await isSignedIn(user)()
            expect(asked).toEqual(['contact maria', 'role maria', 'mail maria'])
            expect(done).toEqual(['reread'])
          },
          temporarySettled: () => {
            expect([state().value, state().context.hasTemporaryPassword]).toEqual([{ signedIn: 'settled' }, true])
          },
          temporary: async () => {
            const { context } = await guarded()
            expect(context).toMatchObject({ user, hasTemporaryPassword: true })
          },
          signedIn: isSignedIn(user),
          signedInAsOther: isSignedIn(other),
          settled: () => {
            expect([state().value, state().context.user]).toEqual([{ signedIn: 'settled' }, user])
            expect(done).toEqual([])
          },
          ended: async () => {
            await forgotten('ended')()
            expect(done).toContain('caches')
          },
          signedOutAgain: async () => {
            await forgotten('signedOut')()
            expect(done).toContain('caches')
          },
          signedInAgain: isSignedIn(user),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(65))
})

testEveryTransition(walked)
