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

export function topicRegistry() {
  const topics = new Map<string, Set<Member>>()
  return {
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
}
