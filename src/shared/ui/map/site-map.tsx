import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { optionalPart } from '@/shared/lib/optional-part'
import classes from './map.module.css'
import type { SiteMapProps } from './site-map-props'

const LeafletMap = optionalPart(async () => (await import('./leaflet-map')).LeafletMap)

/**
 * A map with pins. Its code loads with the first map. Streets come from the tile service of the settings; without one, or
 * without a network, it draws coasts and borders. The list beside it holds the same facts as text.
 */
export const SiteMap = (props: SiteMapProps) => (
  <Suspense fallback={<Skeleton className={[classes.map, props.className].filter(Boolean).join(' ')} aria-hidden />}>
    <LeafletMap {...props} />
  </Suspense>
)
