import { useEffect, useState } from 'react'
import type { Coordinates } from '@/shared/domain/places/coordinates'
import type { Size, Spot } from './clusters'
import { labelsOf } from './labels'
import classes from './map.module.css'
import { streetTiles } from './street-tiles'
import { type Land, worldAt } from './world'

type MapLabelsProps = {
  map: L.Map
  size: Size
  spotOf: (at: Coordinates) => Spot
  marks: readonly Spot[]
}

/** Names of countries and towns. Street tiles bring their own. */
export function MapLabels({ map, size, spotOf, marks }: MapLabelsProps) {
  const [lands, setLands] = useState<readonly Land[]>([])
  useEffect(() => {
    if (streetTiles()) return
    let isGone = false
    worldAt(0).then(
      (read) => {
        if (!isGone) setLands(read)
      },
      () => {
        // The ground layer is without coasts then, too.
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  if (streetTiles()) return null
  return (
    <g aria-hidden className={classes.labels}>
      {labelsOf(lands, map.getZoom(), size, spotOf, marks).map(({ text, rank, x, y }) => (
        <text key={`${text} ${rank}`} x={x} y={y} className={classes.town} data-rank={rank}>
          {text}
        </text>
      ))}
    </g>
  )
}
