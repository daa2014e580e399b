import type { QueryKey } from '@tanstack/react-query'
import type { Reader } from '@/shared/domain/records/mini-schema'
import type { CurrentUser } from '@/shared/hooks/current-user'

/**
 * A kind of action that can wait for the network. `send` tells the server. It is called again after a lost answer, so the
 * server must do the same action only once; `isTried`: an earlier try found nobody. Its answer goes to the caller that waits in this tab. It rejects in words when
 * the server refuses, and with the error of `fetch` when nobody answers.
 */
export type OutboxKind<Payload> = {
  /** Its name in browsers' storage: it must never change. */
  name: string
  schema: Reader<Payload>
  send: (payload: Payload, as: CurrentUser, id: string, isTried: boolean) => Promise<unknown>
  /** The queries to read again after the entry was sent or refused. */
  touches: (payload: Payload) => readonly QueryKey[]
  /**
   * Merges a later action with an earlier one that still waits; the earlier one is withdrawn. Without it every action
   * is sent.
   */
  merge?: (earlier: Payload, later: Payload) => Payload
  /** Removes data kept beside the payload, such as a file, when the entry is withdrawn. */
  forget?: (payload: Payload) => void
}

/** A kind as the outbox calls it, with a stored payload of unchecked shape. */
export type KnownKind = {
  name: string
  send: (kept: unknown, as: CurrentUser, id: string, isTried: boolean) => Promise<unknown>
  touches: (kept: unknown) => readonly QueryKey[]
  forget: (kept: unknown) => void
}

/** The kinds by name. Their code loads on demand. */
export type LoadKinds = {
  /** The kind of this name; undefined for an unknown one. Rejects while its code cannot be loaded. */
  kindOf: (name: string) => Promise<KnownKind | undefined>
  /** Loads the code early. It never rejects: `kindOf` loads missing code again. */
  prefetch: () => void
}

/** Makes a kind known to the outbox. What was kept by an older version of the app and cannot be read is refused in words. */
export const knownKind = <Payload>({ name, schema, send, touches, forget }: OutboxKind<Payload>): KnownKind => ({
  name,
  send: async (kept, as, id, isTried) => {
    const payload = schema.safeParse(kept)
    if (!payload.success) throw new Error('An older version of this page kept it and it can no longer be sent')
    return send(payload.data as Payload, as, id, isTried)
  },
  touches: (kept) => {
    const payload = schema.safeParse(kept)
    return payload.success ? touches(payload.data as Payload) : []
  },
  forget: (kept) => {
    const payload = schema.safeParse(kept)
    if (payload.success) forget?.(payload.data as Payload)
  },
})
