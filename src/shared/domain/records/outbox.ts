import { anything, fields, finite, flag, oneOf, orNull, readAs, type ReadBy, text } from './mini-schema.ts'
import { uuidOf } from './uuid'

/**
 * `waiting`: not sent, or sent without an answer. `sending`: being sent. `refused`: the server refused it, with
 * `reason`. `sent` and `withdrawn` are final: the entry leaves the outbox.
 */
const outboxStateSchema = oneOf(['waiting', 'sending', 'refused', 'sent', 'withdrawn'])

/** One thing that a person did and that the server has to be told. Its words never change; its id makes it happen once. */
export const outboxEntrySchema = fields({
  id: readAs(text, uuidOf),
  /** Which kind of action, by the name under which the app registered it. */
  kind: text,
  /** The id of its record, by which a screen finds its waiting entries. */
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

/** The result of one try to send. `unreachable`: no answer, so it is tried again later. */
export type SendOutcome = { kind: 'sent' } | { kind: 'refused'; reason: string } | { kind: 'unreachable' }

export const isOver = ({ state }: OutboxEntry): boolean => state === 'sent' || state === 'withdrawn'
