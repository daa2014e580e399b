import {
  fromCallback,
  fromPromise,
  type CallbackActorLogic,
  type EventObject,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate'

/** A typed hole in a machine. Fill it with `machine.provide({ actors })`; unfilled, it fails loudly. */
export const promiseSlot = <Output, Input extends NonReducibleUnknown>(
  name: string,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No actor provided for "${name}"`)))

/** As `promiseSlot`, for a source that sends events to its machine. An unfilled one throws at its start. */
export const callbackSlot = (name: string): CallbackActorLogic<EventObject> =>
  fromCallback(() => {
    throw new Error(`No actor provided for "${name}"`)
  })
