import type { Coordinates } from '@/shared/domain/places/coordinates'
import type { Pinned } from './clusters'

export type MapRoute = { id: string; colour: string; points: readonly Coordinates[] }

export type SiteMapProps = {
  /** The map's label for screen readers. */
  label: string
  pins?: readonly Pinned[]
  chosen?: string | null
  onChoose?: (id: string) => void
  /** The name of a pin for screen readers; by default its label. */
  nameOf?: (pin: Pinned) => string
  /** Lines that join points in the order in which they are visited, each in a CSS colour. */
  routes?: readonly MapRoute[]
  /** With `onPick` the map puts a pin: by a click, by dragging, by arrow keys. */
  picked?: Coordinates | null
  onPick?: (at: Coordinates) => void
  /** The centre of the map without a pin, such as the chosen town. */
  lookAt?: Coordinates | null
  /** The largest zoom that a map of few places begins with; 14 shows a part of a town. */
  closest?: number
  className?: string | undefined
}
