import { amount, fields, oneOf, orMissing, orNull, text } from './mini-schema.ts'

/** What the database says on a topic: that something changed, never what. Listeners read again. */
export const nudgeSchema = fields({
  table: text,
  op: oneOf(['INSERT', 'UPDATE', 'DELETE']),
  /** Null when one statement changed several rows. */
  id: orNull(text),
  /** Where hundreds listen: over how many ms they spread what they read. */
  spread: orMissing(amount),
})

const crowdSchema = fields({ spread: orMissing(amount) })

/** Over how many ms the listeners of a message read again; 0 where they are few, or where it is no nudge. */
export const spreadOf = (payload: unknown): number => crowdSchema.safeParse(payload).data?.spread ?? 0

/** The broadcast event of every nudge. */
export const nudgeEvent = 'changed'

/** Every private topic there is. The policies on `realtime.messages` know the same families. */
export const topics = {
  user: (userId: string) => `user:${userId}`,
  role: (role: string) => `role:${role}`,
  task: (taskId: string) => `task:${taskId}`,
  page: (pageName: string) => `page:${pageName}`,
  document: (publicUuid: string) => `doc:${publicUuid}`,
} as const
