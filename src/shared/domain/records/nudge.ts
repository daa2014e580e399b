import { amount, fields, oneOf, orMissing, orNull, text } from './mini-schema.ts'

/** A message on a topic: it names the changed row, not the change. Listeners read the row again. */
export const nudgeSchema = fields({
  table: text,
  op: oneOf(['INSERT', 'UPDATE', 'DELETE']),
  /** Null when one statement changed several rows. */
  id: orNull(text),
  /** On topics with hundreds of listeners: the ms over which they spread their reads. */
  spread: orMissing(amount),
})

const crowdSchema = fields({ spread: orMissing(amount) })

/** The ms over which a message's listeners spread their reads; 0 without a spread, and for messages that are no nudges. */
export const spreadOf = (payload: unknown): number => crowdSchema.safeParse(payload).data?.spread ?? 0

/** The broadcast event of every nudge. */
export const nudgeEvent = 'changed'

/** Every private topic. The policies on `realtime.messages` have the same families. */
export const topics = {
  user: (userId: string) => `user:${userId}`,
  role: (role: string) => `role:${role}`,
  task: (taskId: string) => `task:${taskId}`,
  page: (pageName: string) => `page:${pageName}`,
  document: (publicUuid: string) => `doc:${publicUuid}`,
  /** Everybody who looks at the public site. */
  site: () => 'site',
} as const
