import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Coordinates } from '@/shared/domain/coordinates'
import type { Pinned } from './clusters'
import classes from './map.module.css'

export type SiteMapProps = {
  /** What the map shows, for those who do not see it. */
  label: string
  pins?: readonly Pinned[]
  chosen?: string | null
  onChoose?: (id: string) => void
  /** What a pin is called; its label unless told. */
  nameOf?: (pin: Pinned) => string
  /** Points in the order in which they are visited, joined by a line. */
  route?: readonly Coordinates[]
  /** With `onPick` the map puts a pin: by a click, by dragging, by arrow keys. */
  picked?: Coordinates | null
  onPick?: (at: Coordinates) => void
  /** Where the map goes while no pin is put, such as the town that was chosen. */
  lookAt?: Coordinates | null
  className?: string | undefined
}

const LeafletMap = lazy(async () => ({ default: (await import('./leaflet-map')).LeafletMap }))

/**
 * A map with pins. Its code is loaded when the first one is shown. Streets come from the tile service of the settings;
 * without one, or without a network, coasts and borders of the world are drawn. A list beside it says the same in words.
 */
export const SiteMap = (props: SiteMapProps) => (
  <Suspense fallback={<Skeleton className={[classes.map, props.className].filter(Boolean).join(' ')} aria-hidden />}>
    <LeafletMap {...props} />
  </Suspense>
)
