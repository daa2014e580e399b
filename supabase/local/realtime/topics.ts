import { encodeBroadcast } from './broadcast-frames.ts'
import type { Diff } from './presence.ts'
import type { Broadcast, EncodedBroadcast } from './protocol.ts'

/** A channel as its topic sees it. */
export type Member = {
  topic: string
  hear: (broadcast: Broadcast, encoded: EncodedBroadcast) => void
  see: (diff: Diff) => void
}

/** Who is on which topic; the fan-out. */
export type Topics = ReturnType<typeof topicRegistry>

export function topicRegistry() {
  const topics = new Map<string, Set<Member>>()
  return {
    get isEmpty() {
      return topics.size === 0
    },
    add(member: Member) {
      const members = topics.get(member.topic)
      if (members) members.add(member)
      else topics.set(member.topic, new Set([member]))
    },
    remove(member: Member) {
      const members = topics.get(member.topic)
      members?.delete(member)
      if (members?.size === 0) topics.delete(member.topic)
    },
    broadcast(broadcast: Broadcast, except: Member | null = null) {
      const members = topics.get(broadcast.topic)
      if (!members) return
      const encoded = encodeBroadcast(broadcast)
      for (const member of members) if (member !== except) member.hear(broadcast, encoded)
    },
    presence(topic: string, diff: Diff) {
      for (const member of topics.get(topic) ?? []) member.see(diff)
    },
  }
}
