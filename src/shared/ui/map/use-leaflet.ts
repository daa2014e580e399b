import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useCallback, useEffect, useReducer, useState } from 'react'
import type { Coordinates } from '@/shared/domain/places/coordinates'
import { drawBaseMap } from './base-map'

const wholeWorld = L.latLngBounds([-55, -130], [72, 160])
const margin: L.PointTuple = [48, 48]
/** The zoom at which a part of a town fills the map. */
const neighbourhood = 14

/**
 * A Leaflet map, null until its element exists. The component is drawn again whenever the map moves. It shows all
 * `points` until the person moves it. A new `follow` point is brought into view, with `closeUp` at a near zoom.
 */
export function useLeaflet(
  points: readonly Coordinates[],
  follow: Coordinates | null,
  closeUp: boolean,
  closest = neighbourhood,
) {
  const [map, setMap] = useState<L.Map | null>(null)
  const [isWhole, setWhole] = useState(true)
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)

  const attach = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      const made = L.map(element, {
        attributionControl: false,
        zoomControl: false,
        minZoom: 2,
        maxZoom: 19,
        maxBounds: [
          [-85, -200],
          [85, 200],
        ],
        ...(calm ? { zoomAnimation: false, fadeAnimation: false, inertia: false } : {}),
      })
      fit(made, [], closest)
      L.control.scale({ imperial: false, position: 'bottomleft' }).addTo(made)
      drawBaseMap(made)
      made.on('move zoomend resize', drawAgain)
      made.on('dragstart left-whole', () => setWhole(false))
      const sized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
      sized.observe(element)
      setMap(made)
      return () => {
        sized.disconnect()
        made.remove()
        setMap(null)
      }
    },
    [closest],
  )

  const all = JSON.stringify((points.length > 0 ? points : follow ? [follow] : []).map(({ lat, lng }) => [lat, lng]))
  useEffect(() => {
    if (!map || !isWhole) return
    const show = () => fit(map, JSON.parse(all) as L.LatLngTuple[], closest)
    show()
    map.on('resize', show)
    return () => void map.off('resize', show)
  }, [map, isWhole, all, closest])

  const [lat, lng] = [follow?.lat, follow?.lng]
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return
    const least = closeUp ? neighbourhood - 2 : neighbourhood - 6
    if (map.getBounds().pad(-0.1).contains([lat, lng]) && map.getZoom() >= least) return
    map.fire('left-whole')
    map.setView([lat, lng], Math.max(map.getZoom(), neighbourhood - 1), { animate: false })
  }, [map, lat, lng, closeUp])

  return {
    /** The `ref` of the element that becomes the map. */
    attach,
    map,
    isWhole,
    showAll: () => setWhole(true),
    show: (some: readonly Coordinates[]) => {
      setWhole(false)
      if (map)
        fit(
          map,
          some.map((at) => [at.lat, at.lng]),
          neighbourhood,
        )
    },
    zoom: (by: number) => {
      setWhole(false)
      map?.setZoom(map.getZoom() + by)
    },
  }
}

function fit(map: L.Map, points: readonly L.LatLngTuple[], maxZoom: number): void {
  const bounds = points.length > 0 ? L.latLngBounds([...points]) : wholeWorld
  // A map without a size, as in a panel that is not shown, has no zoom that fits.
  if (map.getSize().x === 0 || map.getSize().y === 0) map.setView(bounds.getCenter(), 2, { animate: false })
  else map.fitBounds(bounds, { padding: margin, maxZoom, animate: false })
}
