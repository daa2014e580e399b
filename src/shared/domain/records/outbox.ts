import { anything, fields, finite, flag, oneOf, orNull, readAs, type ReadBy, text } from './mini-schema.ts'
import { uuidOf } from './uuid'

/**
 * `waiting`: not sent, or sent without an answer. `sending`: on its way now. `refused`: the server said no and `reason`
 * says why. `sent` and `withdrawn` are ends: such an entry leaves the outbox.
 */
const outboxStateSchema = oneOf(['waiting', 'sending', 'refused', 'sent', 'withdrawn'])

/** One thing that a person did and that the server has to be told. Its words never change; its id makes it happen once. */
export const outboxEntrySchema = fields({
  id: readAs(text, uuidOf),
  /** Which kind of action, by the name under which the app registered it. */
  kind: text,
  /** The record that it is about, so that a screen finds what waits for it. */
  about: text,
  /** The label in the list of waiting messages: `Comment on “Van wrap”`. */
  label: text,
  /** The data to send; its kind defines the shape. */
  payload: anything,
  /** When it was done, in ms; entries are sent in this order. */
  madeAt: finite,
  state: outboxStateSchema,
  /** It was sent once and no answer came, so the server may have it. */
  isTried: flag,
  /** Why the server refused it, in words; null unless it did. */
  reason: orNull(text),
})
export type OutboxEntry = ReadBy<typeof outboxEntrySchema>

/** How one try to send went. `unreachable`: nobody answered, so it is tried again later. */
export type SendOutcome = { kind: 'sent' } | { kind: 'refused'; reason: string } | { kind: 'unreachable' }

export const isOver = ({ state }: OutboxEntry): boolean => state === 'sent' || state === 'withdrawn'
