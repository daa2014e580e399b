import { z } from 'zod'

/** Somebody who has the same thing open; `at` is the place in it where they are, such as a cell of a sheet. */
export type Present = { userId: string; typing: boolean; at?: string }

/** The presence data that a tab publishes for its person. */
export type Shown = { user_id: string; typing: boolean; at?: string }

const shown = z.object({ user_id: z.guid(), typing: z.boolean(), at: z.string().max(200).optional() })
const stateSchema = z.record(z.string(), z.array(z.unknown()))

/**
 * The people of a presence state of the Supabase client, by id; a person with several tabs is listed once. The embedded
 * server replaces `user_id` by the signed-in person. Entries of another shape are dropped.
 */
export function peopleOf(state: unknown): Present[] {
  const parsed = stateSchema.safeParse(state)
  if (!parsed.success) return []
  const people = new Map<string, Present>()
  for (const entry of Object.values(parsed.data).flat()) {
    const one = shown.safeParse(entry)
    if (!one.success) continue
    const { user_id: userId, typing } = one.data
    const known = people.get(userId)
    const at = one.data.at ?? known?.at
    people.set(userId, { userId, typing: typing || known?.typing === true, ...(at === undefined ? {} : { at }) })
  }
  return [...people.values()].toSorted((a, b) => a.userId.localeCompare(b.userId))
}
