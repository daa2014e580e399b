import type { ReactNode } from 'react'

/** Something that the palette can do or open. An `href` is a real link, so a middle click opens it beside. */
export type PaletteItem = {
  /** Stays the same from visit to visit, for example `screen /tasks`. */
  id: string
  /** Its heading: `Actions`, `Screens`, or a kind of records. */
  group: string
  label: string
  detail?: string | undefined
  /** Words that find it, beside its label. */
  keywords?: string | undefined
  /** It is shown when its words are typed, not in the list that the palette begins with. */
  isOnlyFound?: boolean | undefined
  icon: ReactNode
  /** The keys that do the same, as the keyboard map writes them. */
  keys?: string | undefined
} & ({ href: string; run?: never } | { href?: never; run: () => void })
