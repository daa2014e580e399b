import { z } from 'zod'
import { type Binding, bindingsSchema, readBinding } from './changes/bindings.ts'
import type { Limits } from './limits.ts'

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)

const replay = z.object({
  /** Milliseconds since 1970. */
  since: z.number().min(0).max(8.64e15),
  limit: z.number().int().min(1).nullish(),
})

const broadcast = z.object({ self: flag, ack: flag, replication_ready: flag, replay: replay.nullish() })
const presence = z.object({ enabled: flag, key: z.string().max(255).nullish() })

const joinPayload = z.object({
  access_token: z.string().nullish(),
  config: z.object({
    broadcast: broadcast.nullish(),
    presence: presence.nullish(),
    postgres_changes: bindingsSchema.nullish(),
    postgres_changes_options: z.object({ wait: flag }).nullish(),
    private: flag,
  }),
})

export type Replay = { since: number; limit: number | null }

export type JoinRequest = {
  isPrivate: boolean
  token: string | null
  self: boolean
  ack: boolean
  announceReady: boolean
  replay: Replay | null
  presence: { enabled: boolean; key: string | null }
  /** What it wants to hear of changes of tables, and whether the answer waits until it does. */
  changes: readonly Binding[]
  waitsForChanges: boolean
}

const topicPrefix = 'realtime:'
const topicBytes = 255

/**
 * The topic without its prefix, or null. A topic fits a binary frame's length byte and is text that PostgreSQL can
 * hold: no control characters, no half of a surrogate pair.
 */
export function topicOf(name: string): string | null {
  const topic = name.startsWith(topicPrefix) ? name.slice(topicPrefix.length) : ''
  const isText = topic.isWellFormed() && !/\p{Cc}/u.test(topic)
  return topic && isText && Buffer.byteLength(name) <= topicBytes ? topic : null
}

export const privateOnly = 'PrivateOnly: This project only allows private channels'

type BroadcastConfig = NonNullable<z.infer<typeof joinPayload>['config']['broadcast']>

const broadcastWishes = ({ self, ack, replication_ready, replay }: Partial<BroadcastConfig>) => ({
  self: self ?? false,
  ack: ack ?? false,
  announceReady: replication_ready ?? false,
  replay: replay ? { since: replay.since, limit: replay.limit ?? null } : null,
})

/** Reads the payload of `phx_join`, or says in words why it is refused. */
export function readJoin(
  payload: unknown,
  { publicChannels, changeBindings }: Pick<Limits, 'publicChannels' | 'changeBindings'>,
): JoinRequest | { refused: string } {
  const parsed = joinPayload.safeParse(payload)
  if (!parsed.success) return { refused: `InvalidJoinPayload: ${z.prettifyError(parsed.error)}` }
  const { access_token, config } = parsed.data
  if (!config.private && !publicChannels) return { refused: privateOnly }
  const changes = config.postgres_changes ?? []
  if (changes.length > changeBindings)
    return { refused: `InvalidJoinPayload: A channel has at most ${changeBindings} bindings to postgres_changes` }
  return {
    isPrivate: config.private,
    token: access_token || null,
    ...broadcastWishes(config.broadcast ?? {}),
    presence: { enabled: config.presence?.enabled ?? false, key: config.presence?.key || null },
    changes: changes.map(readBinding),
    waitsForChanges: config.postgres_changes_options?.wait ?? false,
  }
}
