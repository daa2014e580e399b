import { z } from 'zod'
import { alone, type Peers } from '../cluster/peers.ts'
import { encodeBroadcast } from './broadcast-frames.ts'
import type { Diff } from './presence.ts'
import type { Broadcast, EncodedBroadcast } from './protocol.ts'

/** A channel as its topic sees it. */
export type Member = {
  topic: string
  isPrivate: boolean
  hear: (broadcast: Broadcast, encoded: EncodedBroadcast) => void
  see: (diff: Diff) => void
}

/** Who is on which topic; the fan-out. */
export type Topics = ReturnType<typeof topicRegistry>

/** Private and public channels of one topic are two rooms. */
export const roomOf = ({ topic, isPrivate }: Pick<Member, 'topic' | 'isPrivate'>) =>
  `${isPrivate ? 'private' : 'public'}:${topic}`

/** A broadcast on its way to another server: bytes travel as base64. */
const told = z.object({
  topic: z.string(),
  isPrivate: z.boolean(),
  event: z.string(),
  encoding: z.enum(['json', 'binary']),
  text: z.string(),
})

export function topicRegistry(peers: Peers = alone) {
  const topics = new Map<string, Set<Member>>()
  const registry = {
    get isEmpty() {
      return topics.size === 0
    },
    add(member: Member) {
      const members = topics.get(roomOf(member))
      if (members) members.add(member)
      else topics.set(roomOf(member), new Set([member]))
    },
    remove(member: Member) {
      const members = topics.get(roomOf(member))
      members?.delete(member)
      if (members?.size === 0) topics.delete(roomOf(member))
    },
    /** What a client sends: also to those on the topic at other servers. */
    send(broadcast: Broadcast, except: Member | null = null) {
      registry.broadcast(broadcast, except)
      if (!peers.areThere()) return
      const { body, topic, isPrivate, event } = broadcast
      const text = body.encoding === 'json' ? body.text : body.bytes.toString('base64')
      peers.tell('broadcast', { topic, isPrivate, event, encoding: body.encoding, text })
    },
    /** To those on the topic here. What the database sends, each server hears itself. */
    broadcast(broadcast: Broadcast, except: Member | null = null) {
      const members = topics.get(roomOf(broadcast))
      if (!members) return
      const encoded = encodeBroadcast(broadcast)
      for (const member of members) if (member !== except) member.hear(broadcast, encoded)
    },
    presence(room: string, diff: Diff) {
      for (const member of topics.get(room) ?? []) member.see(diff)
    },
  }
  hearBroadcasts(peers, (broadcast) => registry.broadcast(broadcast))
  return registry
}

function hearBroadcasts(peers: Peers, heard: (broadcast: Broadcast) => void): void {
  peers.hear('broadcast', (body) => {
    const { encoding, text, ...broadcast } = told.parse(body)
    const bytes = () => Buffer.from(text, 'base64')
    heard({ ...broadcast, body: encoding === 'json' ? { encoding, text } : { encoding, bytes: bytes() }, meta: null })
  })
}
