import { coordinatesOf } from '@/shared/domain/places/coordinates'
import { SiteMap } from '@/shared/ui/map/site-map'
import type { Place } from './places'
import classes from './locations.module.css'

type PlaceMapProps = { places: readonly Place[]; chosen: string | null; onChoose: (id: string) => void }

/** A map without a map service. The list beside it has the same facts. */
export function PlaceMap({ places, chosen, onChoose }: PlaceMapProps) {
  const pins = places.flatMap(({ location: { id, label, ...point }, tasks }) => {
    const at = coordinatesOf(point)
    return at ? [{ id, label, ...at, count: tasks.length }] : []
  })
  if (pins.length === 0) return null
  return (
    <SiteMap
      label="Map of open tasks"
      className={classes.map}
      pins={pins}
      chosen={chosen}
      onChoose={onChoose}
      nameOf={({ label, count = 0 }) => `${label}, ${count} open ${count === 1 ? 'task' : 'tasks'}`}
    />
  )
}
