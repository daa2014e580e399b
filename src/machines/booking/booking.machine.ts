import { assertEvent, assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** A time that is held: `holder` is the secret of the link, `heldUntil` and `startsAt` are ISO 8601. */
export type Held = { holder: string; heldUntil: string; startsAt: string }

/** The state of a hold from an earlier visit: still held, booked, or gone. */
export type Kept = { state: 'held'; held: Held } | { state: 'booked'; holder: string } | { state: 'gone' }

export type Details = {
  name: string
  email: string
  phone: string
  company: string
  address: string
  note: string
  /** The field that people do not see. */
  trap: string
}

export type BookingEvent =
  | { type: 'slot.choose'; startsAt: string }
  | { type: 'slot.release' }
  | { type: 'form.send'; details: Details }

/** `kept`: the holder of a time that this tab chose before a reload. */
export type BookingInput = { type: string; kept: string | null }

type Context = BookingInput & {
  wanted: string | null
  held: Held | null
  details: Details | null
  /** The link of the appointment that was made. */
  booked: string | null
  problem: unknown
}

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined)

/**
 * A visitor books an appointment. The database decides who has a time: it is held for five minutes while the form is
 * filled in. When they end the form stays, because the time is still had while nobody else takes it; a hold that is gone
 * leads back to the choice. What was typed is kept by the form.
 */
export const bookingMachine = setup({
  types: {
    input: {} as BookingInput,
    context: {} as Context,
    events: {} as BookingEvent,
    tags: {} as 'busy' | 'form',
  },
  actors: {
    look: promiseSlot<Kept, { holder: string }>('look'),
    hold: promiseSlot<Held, { type: string; startsAt: string; holder: string | null }>('hold'),
    confirm: promiseSlot<void, { holder: string; details: Details }>('confirm'),
    release: promiseSlot<void, { holder: string }>('release'),
  },
  delays: {
    holdEnds: ({ context }) => Math.max(0, Date.parse(context.held?.heldUntil ?? '') - Date.now() || 0),
  },
  actions: {
    want: assign({ wanted: ({ event }) => (assertEvent(event, 'slot.choose'), event.startsAt), problem: null }),
    keepHeld: assign((_, params: { held: Held }) => ({ held: params.held, wanted: null, problem: null })),
    loseHeld: assign({ held: null }),
    keepProblem: assign((_, params: { problem: unknown }) => params),
    keepDetails: assign({ details: ({ event }) => (assertEvent(event, 'form.send'), event.details), problem: null }),
    keepBooked: assign({ booked: ({ context }) => context.held?.holder ?? null }),
  },
}).createMachine({
  id: 'booking',
  context: ({ input }) => ({ ...input, wanted: null, held: null, details: null, booked: null, problem: null }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: ({ context }) => context.kept !== null, target: 'looking' }, { target: 'choosing' }],
    },
    looking: {
      tags: 'busy',
      invoke: {
        src: 'look',
        input: ({ context }) => ({ holder: context.kept ?? '' }),
        onDone: [
          {
            guard: ({ event }) => event.output.state === 'booked',
            target: 'booked',
            actions: assign({
              booked: ({ event }) => (event.output.state === 'booked' ? event.output.holder : null),
            }),
          },
          {
            guard: ({ event }) => event.output.state === 'held',
            target: 'filling',
            actions: assign({ held: ({ event }) => (event.output.state === 'held' ? event.output.held : null) }),
          },
          { target: 'choosing' },
        ],
        onError: 'choosing',
      },
    },
    choosing: { on: { 'slot.choose': { target: 'holding', actions: 'want' } } },
    holding: {
      tags: 'busy',
      invoke: {
        src: 'hold',
        input: ({ context }) => ({
          type: context.type,
          startsAt: context.wanted ?? '',
          holder: context.held?.holder ?? null,
        }),
        onDone: { target: 'filling', actions: { type: 'keepHeld', params: ({ event }) => ({ held: event.output }) } },
        onError: [
          {
            guard: ({ context }) => context.held !== null,
            target: 'filling',
            actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
          },
          {
            target: 'choosing',
            actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
          },
        ],
      },
    },
    filling: {
      tags: 'form',
      initial: 'inTime',
      states: { inTime: { after: { holdEnds: 'overtime' } }, overtime: {} },
      on: {
        'slot.choose': { target: 'holding', actions: 'want' },
        'slot.release': 'releasing',
        'form.send': { target: 'confirming', actions: 'keepDetails' },
      },
    },
    releasing: {
      tags: 'busy',
      invoke: {
        src: 'release',
        input: ({ context }) => ({ holder: context.held?.holder ?? '' }),
        // A hold that could not be released expires.
        onDone: { target: 'choosing', actions: 'loseHeld' },
        onError: { target: 'choosing', actions: 'loseHeld' },
      },
    },
    confirming: {
      tags: ['busy', 'form'],
      invoke: {
        src: 'confirm',
        input: ({ context }) => ({
          holder: context.held?.holder ?? '',
          details: context.details ?? { name: '', email: '', phone: '', company: '', address: '', note: '', trap: '' },
        }),
        onDone: { target: 'booked', actions: 'keepBooked' },
        onError: [
          {
            guard: ({ event }) => codeOf(event.error) === 'PT404',
            target: 'choosing',
            actions: ['loseHeld', { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) }],
          },
          {
            target: 'filling',
            actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
          },
        ],
      },
    },
    booked: { type: 'final' },
  },
})
