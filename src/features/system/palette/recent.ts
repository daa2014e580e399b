import { z } from 'zod'
import { memoryOfVisit } from '@/shared/lib/memory'

/** How many recent choices the palette offers first. */
export const mostRecent = 6

const recentSchema = z.object({
  id: z.string(),
  group: z.string(),
  label: z.string(),
  detail: z.string().optional(),
  href: z.string().startsWith('/').optional(),
})

/** A record that was opened keeps its words, so that it can be offered without asking; rights are asked when it opens. */
export type Recent = z.infer<typeof recentSchema>

const memoryOf = (userId: string) => memoryOfVisit(userId, 'palette', z.array(recentSchema))

/** This person's latest choices in this browser since signing in, newest first. */
export const readRecent = (userId: string): Recent[] => (memoryOf(userId).read() ?? []).slice(0, mostRecent)

/** A browser that keeps nothing only forgets it. */
export const rememberRecent = (userId: string, chosen: Recent): void =>
  void memoryOf(userId).keep(withChosen(readRecent(userId), chosen))

export const withChosen = (recent: readonly Recent[], chosen: Recent): Recent[] =>
  [chosen, ...recent.filter(({ id }) => id !== chosen.id)].slice(0, mostRecent)
