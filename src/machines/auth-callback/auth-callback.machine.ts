import { assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** The kinds of one-time links that mails carry. */
export const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
export type LinkType = (typeof linkTypes)[number]

/** A one-time token, or the session that a server made of one before it sent the person here. */
export type MailedLink = { type: LinkType } & ({ tokenHash: string } | { accessToken: string; refreshToken: string })

export type CallbackFailure = 'verification_failed' | 'invalid_callback' | 'callback_error'

export type AuthCallbackInput = {
  /** Null when the address holds no usable link. */
  link: MailedLink | null
  /** The signed-in person, who is never replaced silently. */
  signedInAs: string | null
}

export type AuthCallbackEvent = { type: 'link.follow' } | { type: 'link.decline' }

/** Follows a mailed link once (spec 1 §2.1, §8; security T24). */
export const authCallbackMachine = setup({
  types: {
    input: {} as AuthCallbackInput,
    context: {} as AuthCallbackInput & { failure: CallbackFailure | null },
    events: {} as AuthCallbackEvent,
  },
  actors: {
    /** False when the server refused the link; it rejects when the server could not be asked. */
    verifyLink: promiseSlot<{ accepted: boolean }, MailedLink | null>('verifyLink'),
  },
  guards: {
    hasNoLink: ({ context }) => context.link === null,
    isSomebodySignedIn: ({ context }) => context.signedInAs !== null,
    wasAccepted: (_, answer: { accepted: boolean }) => answer.accepted,
  },
  actions: {
    /** The one-time token leaves the address bar and the history. */
    stripAddress: () => {},
    blameLink: assign({ failure: 'verification_failed' }),
    blameAddress: assign({ failure: 'invalid_callback' }),
    blameProcessing: assign({ failure: 'callback_error' }),
  },
  delays: {
    verificationLimit: 20_000,
  },
}).createMachine({
  id: 'authCallback',
  context: ({ input }) => ({ ...input, failure: null }),
  entry: 'stripAddress',
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'hasNoLink', target: 'failed', actions: 'blameAddress' },
        { guard: 'isSomebodySignedIn', target: 'asking' },
        { target: 'verifying' },
      ],
    },
    asking: {
      on: { 'link.follow': 'verifying', 'link.decline': 'declined' },
    },
    verifying: {
      invoke: {
        src: 'verifyLink',
        input: ({ context }) => context.link,
        onDone: [
          { guard: { type: 'wasAccepted', params: ({ event }) => event.output }, target: 'confirmed' },
          { target: 'failed', actions: 'blameLink' },
        ],
        onError: { target: 'failed', actions: 'blameProcessing' },
      },
      after: { verificationLimit: { target: 'failed', actions: 'blameProcessing' } },
    },
    confirmed: { type: 'final' },
    declined: { type: 'final' },
    failed: { type: 'final' },
  },
})
