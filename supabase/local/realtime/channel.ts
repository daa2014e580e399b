import { randomUUID } from 'node:crypto'
import { noRights, type Rights } from './authorise.ts'
import { encodeBroadcast } from './broadcast-frames.ts'
import { channelChanges } from './changes/channel-changes.ts'
import { encodeFrame, encodeReply, encodeText } from './frames.ts'
import type { Hub } from './hub.ts'
import { expiryOf, type Identity } from './identity.ts'
import type { JoinRequest } from './join-request.ts'
import { type Diff, presenceWish } from './presence.ts'
import { type Member, roomOf } from './topics.ts'
import type { Broadcast, EncodedBroadcast, Frame, Incoming, Version } from './protocol.ts'

/** What a channel needs of its socket. */
export type Line = {
  version: Version
  send: (data: string | Buffer) => void
  /** Called once when the channel is over, whoever ended it. */
  left: (channel: Channel) => void
}

/** One topic of one socket. */
export type Channel = Member & {
  joinRef: string | null
  identity: () => Identity
  /** When the rights were last asked for, and when the token ends; milliseconds. */
  checkedAt: () => number
  expiresAt: () => number
  /** Lets the channel hear its topic, and answers the join. */
  start: (identity: Identity, rights: Rights) => Promise<void>
  refuse: (reason: string) => void
  receive: (frame: Incoming) => void
  /** Takes newly asked rights; a right to read that is gone closes the channel. */
  renew: (identity: Identity, rights: Rights) => void
  /** Says why and ends the channel. The client stays away after `phx_close` and joins again after `phx_error`. */
  end: (event: 'phx_close' | 'phx_error', reason: string | null) => void
  /** Ends the channel without a word: its socket is gone. */
  forget: () => void
}

/** The part of the hub that a channel needs. */
type ChannelHub = Pick<Hub, 'limits' | 'topics' | 'presence' | 'now'> & {
  store: Pick<Hub['store'], 'replay'>
  changes: Pick<Hub['changes'], 'subscribe' | 'unsubscribe'>
}

type ChannelOptions = {
  hub: ChannelHub
  line: Line
  topic: string
  join: Frame
  request: JoinRequest
  identity: Identity
}

/** Whoever a member says to be, it is who signed in: a `user_id` that it shows is the one of its token. */
const asCaller = (shown: object, { caller }: Identity): object =>
  'user_id' in shown ? { ...shown, user_id: caller.userId } : shown

export const tokenExpired = 'InvalidJWTToken: Token has expired'

export const unauthorised = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

/**
 * Opens a channel that waits for its rights. What arrives while a replay is being read waits too, so that nothing is
 * lost between the two and nothing comes twice.
 */
export function openChannel({ hub, line, topic, join, request, identity: joiner }: ChannelOptions): Channel {
  const { isPrivate } = request
  const room = roomOf({ topic, isPrivate })
  const presenceKey = request.presence.key ?? randomUUID()
  let identity = joiner
  let rights = noRights
  let checkedAt = hub.now()
  let sharesPresence = request.presence.enabled
  let held: { broadcast: Broadcast; encoded: EncodedBroadcast }[] | null = []
  let isOver = false

  const push = (event: string, payload: object, ref: string | null = null) =>
    line.send(encodeFrame(line.version, { ...join, ref, event, payload }))

  const system = (status: 'ok' | 'error', message: string, extension = 'system') =>
    push('system', { extension, status, message, channel: topic })

  const reply = (to: Frame, status: 'ok' | 'error', response: object = {}) => {
    if (to.ref !== null) line.send(encodeReply(line.version, to, status, response))
  }

  const show = (diff: Diff | null) => {
    if (diff) hub.topics.presence(room, diff)
  }

  const sendPresence = () => {
    if (rights.presence.read) push('presence_state', hub.presence.state(room))
  }

  const broadcast = (frame: Incoming) => {
    const { push: wish } = frame
    if (!wish) return reply(frame, 'error', { reason: 'InvalidBroadcast: A broadcast has an event and a payload' })
    if (wish.persist)
      return reply(frame, 'error', { reason: 'PersistDisabled: This server stores only what the database sends' })
    if (!rights.broadcast.write)
      return reply(frame, 'error', { reason: `Unauthorized: You do not have permissions to write to ${topic}` })
    const { event, body } = wish
    hub.topics.send({ topic, isPrivate, event, body, meta: null }, request.self ? null : channel)
    if (request.ack) reply(frame, 'ok')
  }

  const present = (frame: Incoming) => {
    const wish = presenceWish(frame.payload, hub.limits.presenceBytes)
    if (wish.kind === 'refused') return reply(frame, 'error', { reason: wish.reason })
    if (wish.kind === 'untrack') {
      show(hub.presence.untrack(room, channel))
      return reply(frame, 'ok')
    }
    if (!rights.presence.write)
      return reply(frame, 'error', { reason: `Unauthorized: You do not have permissions to show presence on ${topic}` })
    if (!sharesPresence) {
      sharesPresence = true
      sendPresence()
    }
    show(hub.presence.track(room, channel, presenceKey, asCaller(wish.payload, identity)))
    reply(frame, 'ok')
  }

  const forget = () => {
    if (isOver) return
    isOver = true
    changes.close()
    hub.topics.remove(channel)
    show(hub.presence.untrack(room, channel))
    line.left(channel)
  }

  const changes = channelChanges({
    feed: hub.changes,
    bindings: request.changes,
    identity: () => identity,
    send: (payload) => {
      if (hub.now() >= expiryOf(identity)) return channel.end('phx_close', tokenExpired)
      line.send(encodeText(line.version, { ...join, ref: null, event: 'postgres_changes' }, payload))
    },
    missed: (reason) => channel.end('phx_error', reason),
  })

  /** What was replayed, then what came meanwhile and was not replayed. */
  const hearHeld = (replayed: Awaited<ReturnType<typeof hub.store.replay>>) => {
    const waited = held ?? []
    held = null
    const ids = new Set(replayed.map((message) => message.id))
    for (const message of replayed) channel.hear(message, encodeBroadcast(message))
    for (const { broadcast, encoded } of waited)
      if (!broadcast.meta || !ids.has(broadcast.meta.id)) channel.hear(broadcast, encoded)
  }

  const tellChanges = async () => {
    const problem = await changes.open()
    if (isOver) return
    if (problem === null) system('ok', 'Subscribed to PostgreSQL', 'postgres_changes')
    else system('error', problem, 'postgres_changes')
  }

  const channel: Channel = {
    topic,
    isPrivate,
    joinRef: join.joinRef,
    identity: () => identity,
    checkedAt: () => checkedAt,
    expiresAt: () => expiryOf(identity),

    async start(joined, granted) {
      if (isOver) return
      identity = joined
      rights = granted
      checkedAt = hub.now()
      hub.topics.add(channel)
      const { replay } = request
      const limit = Math.min(replay?.limit ?? hub.limits.replayMessages, hub.limits.replayMessages)
      const replayed = replay && rights.broadcast.read ? await hub.store.replay(topic, replay.since, limit) : []
      const problem = changes.isWanted && request.waitsForChanges ? await changes.open() : null
      if (isOver) return
      if (problem !== null) return channel.refuse(`RealtimeDisabledForConfiguration: ${problem}`)
      reply(join, 'ok', { postgres_changes: changes.echo })
      hearHeld(replayed)
      if (sharesPresence) sendPresence()
      if (request.announceReady) system('ok', 'Replication connection established')
      if (changes.isWanted) await tellChanges()
    },

    refuse(reason) {
      if (isOver) return
      reply(join, 'error', { reason })
      forget()
    },

    receive(frame) {
      if (held) return reply(frame, 'error', { reason: 'The channel has not been joined yet' })
      if (frame.event === 'broadcast') return broadcast(frame)
      if (frame.event === 'presence') return present(frame)
      reply(frame, 'error', { reason: 'UnknownEvent: Send broadcast, presence, access_token or phx_leave' })
    },

    renew(renewed, granted) {
      if (isOver) return
      const isRevoked =
        (rights.broadcast.read && !granted.broadcast.read) || (rights.presence.read && !granted.presence.read)
      if (isRevoked)
        return channel.end('phx_close', `You no longer have permission to read from this Channel topic: ${topic}`)
      identity = renewed
      rights = granted
      checkedAt = hub.now()
      if (!rights.presence.write) show(hub.presence.untrack(room, channel))
    },

    end(event, reason) {
      if (isOver) return
      if (reason !== null) system('error', reason)
      push(event, {}, join.joinRef)
      forget()
    },

    forget,

    hear(message, encoded) {
      if (!rights.broadcast.read) return
      if (held) {
        held.push({ broadcast: message, encoded })
        return
      }
      if (hub.now() >= expiryOf(identity)) return channel.end('phx_close', tokenExpired)
      const frame = encoded(line.version)
      if (frame !== null) line.send(frame)
    },

    see(diff) {
      if (sharesPresence && !held && rights.presence.read) push('presence_diff', diff)
    },
  }

  return channel
}
