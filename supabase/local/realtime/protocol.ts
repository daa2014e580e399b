/** Phoenix's protocol: JSON objects in 1.0.0, JSON arrays (and binary broadcasts) in 2.0.0. */
export type Version = '1.0.0' | '2.0.0'

export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** The user's payload as it came: JSON text is passed on unparsed. */
export type Body = { encoding: 'json'; text: string } | { encoding: 'binary'; bytes: Buffer }

/** What a client asks to send. `persist` is the client library's wish to store the message. */
export type Push = { event: string; body: Body; persist: boolean }

/** A frame from a client. `push` is set when it is a well-formed broadcast. */
export type Incoming = Frame & { push: Push | null }

/**
 * One broadcast to the members of a topic (without the `realtime:` prefix). `meta` comes with stored messages. The
 * private and the public channels of one topic do not hear each other.
 */
export type Broadcast = {
  topic: string
  isPrivate: boolean
  event: string
  body: Body
  meta: { id: string; replayed?: true } | null
}

/** The encoded frame, or null where the version cannot carry it (binary bodies in 1.0.0). */
export type EncodedBroadcast = (version: Version) => string | Buffer | null
