import type { Caller } from '../contracts.ts'
import type { Authorise, Rights } from './authorise.ts'
import type { ChangeFeed } from './changes/change-feed.ts'
import type { Limits } from './limits.ts'
import type { MessageFeed } from './message-feed.ts'
import type { Presence } from './presence.ts'
import type { MessageStore } from './stored-messages.ts'
import type { Topics } from './topics.ts'

/** What all sockets of a server share. */
export type Hub = {
  limits: Limits
  topics: Topics
  presence: Pick<Presence, 'state' | 'track' | 'untrack'>
  store: MessageStore
  feed: MessageFeed
  changes: ChangeFeed
  authorise: Authorise
  /** `authorise`, batched over the questions of one token. */
  rightsOn: (key: string, caller: Caller, topic: string) => Promise<Rights>
  /** Null for a token that is malformed, forged, expired or of a user who may not sign in. */
  verify: (token: string) => Promise<Caller | null>
  now: () => number
  report: (problem: string, error: unknown) => void
}
