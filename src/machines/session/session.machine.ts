import { assertEvent, assign, setup } from 'xstate'
import { callbackSlot, promiseSlot } from '../slots'

/** The signed-in person, from the auth service. */
export type SessionUser = { id: string; email: string }

/** The person's contact record, or that it was created. */
export type EnsuredContact = { created: boolean; hasTemporaryPassword: boolean }

/** Known before the first paint: without a stored token a visitor never waits. */
export type SessionInput = { isStored: boolean }

export type SessionContext = SessionInput & {
  user: SessionUser | null
  hasTemporaryPassword: boolean
  contactWasCreated: boolean
  roleWasCreated: boolean
}

export type SessionEvent =
  /** Somebody signed in: here, in another tab, or by a mailed link. */
  | { type: 'session.signedIn'; user: SessionUser }
  /** The token was renewed or the account changed. */
  | { type: 'session.renewed'; user: SessionUser }
  /** The session ended: here, in another tab, or on the server. */
  | { type: 'session.signedOut' }
  /** The person leaves in another tab, which is about to end the session. */
  | { type: 'session.left' }
  /** The account was closed, or needs a new sign-in. */
  | { type: 'session.close' }
  | { type: 'person.signOut' }
  /** The person was led to sign-in. */
  | { type: 'person.askedToSignIn' }
  | { type: 'person.changedPassword' }

/** One tab's view of the session, from the stored token to sign-out (spec 1 §4). */
export const sessionMachine = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'loading' | 'signedIn' | 'signedOut',
  },
  actors: {
    authEvents: callbackSlot('authEvents'),
    readSession: promiseSlot<SessionUser | null, undefined>('readSession'),
    ensureContact: promiseSlot<EnsuredContact, SessionUser | null>('ensureContact'),
    ensureRole: promiseSlot<{ created: boolean }, SessionUser | null>('ensureRole'),
    sendVerificationEmail: promiseSlot<void, SessionUser | null>('sendVerificationEmail'),
    signOut: promiseSlot<void, undefined>('signOut'),
  },
  guards: {
    isStored: ({ context }) => context.isStored,
    isSomebody: (_, params: { user: SessionUser | null }) => params.user !== null,
    isSomebodyElse: ({ context, event }) => 'user' in event && event.user.id !== context.user?.id,
    isPasswordTemporary: ({ context }) => context.hasTemporaryPassword,
    contactWasCreated: ({ context }) => context.contactWasCreated,
    somethingWasCreated: ({ context }) => context.contactWasCreated || context.roleWasCreated,
  },
  actions: {
    remember: assign(({ event }) => {
      assertEvent(event, ['session.signedIn', 'session.renewed'])
      return { user: event.user }
    }),
    rememberStored: assign((_, params: { user: SessionUser | null }) => ({ user: params.user })),
    forget: assign({ user: null, hasTemporaryPassword: false }),
    startBootstrap: assign({ contactWasCreated: false, roleWasCreated: false }),
    noteContact: assign((_, contact: EnsuredContact) => ({
      contactWasCreated: contact.created,
      hasTemporaryPassword: contact.hasTemporaryPassword,
    })),
    noteRole: assign((_, role: { created: boolean }) => ({ roleWasCreated: role.created })),
    notePasswordIsOwn: assign({ hasTemporaryPassword: false }),
    tellOtherTabs: () => {},
    clearStoredToken: () => {},
    clearCaches: () => {},
    rereadPerson: () => {},
  },
  delays: {
    loadingLimit: 5_000,
    bootstrapGuardRelease: 2_000,
    /** Leaving does not wait for the network: every tab is signed out within two seconds. */
    signOutPatience: 1_500,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    user: null,
    hasTemporaryPassword: false,
    contactWasCreated: false,
    roleWasCreated: false,
  }),
  invoke: { src: 'authEvents' },
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isStored', target: 'loading' }, { target: 'signedOut' }],
    },
    loading: {
      tags: 'loading',
      invoke: {
        src: 'readSession',
        input: undefined,
        onDone: [
          {
            guard: { type: 'isSomebody', params: ({ event }) => ({ user: event.output }) },
            target: 'signedIn',
            actions: { type: 'rememberStored', params: ({ event }) => ({ user: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: { target: 'signedOut', actions: 'clearStoredToken' },
      },
      after: { loadingLimit: 'signedOut' },
      on: {
        'session.signedIn': { target: 'signedIn', actions: 'remember' },
        'session.signedOut': 'signedOut',
        'session.left': 'signedOut',
        'person.signOut': 'signingOut',
      },
    },
    signedOut: {
      tags: 'signedOut',
      on: {
        'session.signedIn': { target: 'signedIn', actions: 'remember' },
        'session.renewed': { target: 'signedIn', actions: 'remember' },
      },
    },
    /** As `signedOut`, but not by the person's own action: they were at work and will want to return. */
    ended: {
      tags: 'signedOut',
      on: {
        'session.signedIn': { target: 'signedIn', actions: 'remember' },
        'session.renewed': { target: 'signedIn', actions: 'remember' },
        'session.left': 'signedOut',
        'person.askedToSignIn': 'signedOut',
      },
    },
    signedIn: {
      tags: 'signedIn',
      initial: 'bootstrapping',
      on: {
        'session.signedIn': [
          { guard: 'isSomebodyElse', target: '.bootstrapping', actions: ['clearCaches', 'forget', 'remember'] },
          { actions: 'remember' },
        ],
        'session.renewed': [
          { guard: 'isSomebodyElse', target: '.bootstrapping', actions: ['clearCaches', 'forget', 'remember'] },
          // Another tab may have changed the password.
          { guard: 'isPasswordTemporary', target: '.bootstrapping', actions: 'remember' },
          { actions: 'remember' },
        ],
        'session.signedOut': { target: 'ended', actions: ['clearCaches', 'forget'] },
        'session.left': { target: 'signedOut', actions: ['clearCaches', 'forget'] },
        'session.close': 'closing',
        'person.signOut': 'signingOut',
        'person.changedPassword': { actions: 'notePasswordIsOwn' },
      },
      states: {
        bootstrapping: {
          entry: 'startBootstrap',
          initial: 'ensuringContact',
          onDone: [{ guard: 'somethingWasCreated', target: 'guarded', actions: 'rereadPerson' }, { target: 'guarded' }],
          states: {
            ensuringContact: {
              invoke: {
                src: 'ensureContact',
                input: ({ context }) => context.user,
                onDone: {
                  target: 'ensuringRole',
                  actions: { type: 'noteContact', params: ({ event }) => event.output },
                },
                onError: 'ensuringRole',
              },
            },
            ensuringRole: {
              invoke: {
                src: 'ensureRole',
                input: ({ context }) => context.user,
                onDone: { target: 'welcoming', actions: { type: 'noteRole', params: ({ event }) => event.output } },
                onError: 'welcoming',
              },
            },
            welcoming: {
              always: [{ guard: 'contactWasCreated', target: 'askingToVerify' }, { target: 'finished' }],
            },
            askingToVerify: {
              invoke: {
                src: 'sendVerificationEmail',
                input: ({ context }) => context.user,
                onDone: 'finished',
                onError: 'finished',
              },
            },
            finished: { type: 'final' },
          },
        },
        guarded: {
          after: { bootstrapGuardRelease: 'settled' },
        },
        settled: {
          on: {
            'session.signedIn': [
              { guard: 'isSomebodyElse', target: 'bootstrapping', actions: ['clearCaches', 'forget', 'remember'] },
              { target: 'bootstrapping', actions: 'remember' },
            ],
          },
        },
      },
    },
    signingOut: {
      tags: 'signedIn',
      entry: 'tellOtherTabs',
      invoke: {
        src: 'signOut',
        input: undefined,
        onDone: { target: 'signedOut', actions: ['clearStoredToken', 'clearCaches', 'forget'] },
        onError: { target: 'signedOut', actions: ['clearStoredToken', 'clearCaches', 'forget'] },
      },
      after: {
        signOutPatience: { target: 'signedOut', actions: ['clearStoredToken', 'clearCaches', 'forget'] },
      },
      on: {
        'session.signedOut': { target: 'signedOut', actions: ['clearCaches', 'forget'] },
      },
    },
    closing: {
      tags: 'signedIn',
      invoke: {
        src: 'signOut',
        input: undefined,
        onDone: { target: 'ended', actions: ['clearStoredToken', 'clearCaches', 'forget'] },
        onError: { target: 'ended', actions: ['clearStoredToken', 'clearCaches', 'forget'] },
      },
      after: {
        signOutPatience: { target: 'ended', actions: ['clearStoredToken', 'clearCaches', 'forget'] },
      },
      on: {
        'person.signOut': 'signingOut',
        'session.signedOut': { target: 'ended', actions: ['clearCaches', 'forget'] },
      },
    },
  },
})
