import { z } from 'zod'
import { type PaletteGroup, paletteGroups } from './palette-item'

/** How many of the things chosen last the palette offers first. */
export const mostRecent = 6

const recentSchema = z
  .array(
    z.object({
      id: z.string(),
      group: z.enum(paletteGroups),
      label: z.string(),
      detail: z.string().optional(),
      href: z.string().startsWith('/').optional(),
    }),
  )
  .catch([])
/** A record that was opened keeps its words, so that it can be offered without asking; rights are asked when it opens. */
export type Recent = {
  id: string
  group: PaletteGroup
  label: string
  detail?: string | undefined
  href?: string | undefined
}

const keyOf = (userId: string) => `signwright.palette.${userId}`

/** What this person chose last in this browser, the newest first. */
export function readRecent(userId: string): Recent[] {
  try {
    return recentSchema.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')).slice(0, mostRecent)
  } catch {
    return []
  }
}

/** A browser that keeps nothing only forgets it. */
export function rememberRecent(userId: string, chosen: Recent): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(withChosen(readRecent(userId), chosen)))
  } catch {
    return
  }
}

export const withChosen = (recent: readonly Recent[], chosen: Recent): Recent[] =>
  [chosen, ...recent.filter(({ id }) => id !== chosen.id)].slice(0, mostRecent)
