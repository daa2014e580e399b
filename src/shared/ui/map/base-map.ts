import L from 'leaflet'
import classes from './map.module.css'
import { streetTiles } from './street-tiles'
import { type Land, landsIn, worldAt } from './world'

/** Draws the layers below the pins: coasts and borders, and the streets when a tile service is set. */
export function drawBaseMap(map: L.Map): void {
  const pane = map.createPane('ground')
  pane.style.zIndex = '100'
  const land = L.polygon([], {
    pane: 'ground',
    renderer: L.svg({ pane: 'ground', padding: 0.5 }),
    className: classes.land ?? '',
    interactive: false,
    weight: 1.25,
  }).addTo(map)

  let isGone = false
  const draw = (lands: readonly Land[]) => {
    if (isGone) return
    const bounds = map.getBounds().pad(0.5)
    const seen = { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() }
    const width = Math.max(1, map.getSize().x * 2)
    land.setLatLngs(landsIn(lands, seen, (seen.east - seen.west) / width).map(({ rings }) => rings))
  }
  let shown: readonly Land[] = []
  const follow = () => {
    draw(shown)
    const zoom = map.getZoom()
    const take = (lands: readonly Land[]) => {
      // A slow answer for another zoom is not drawn over a newer one.
      if (map.getZoom() !== zoom || lands === shown) return
      shown = lands
      draw(lands)
    }
    // The coarse coasts are drawn until the fine ones, four times as large, are here.
    ;(shown.length === 0 ? worldAt(0).then(take) : Promise.resolve())
      .then(() => worldAt(zoom))
      .then(take)
      .catch(() => {
        // Without a network the map shows only the sea and the pins.
      })
  }
  map.on('moveend', follow)
  map.on('unload', () => {
    isGone = true
  })
  map.whenReady(follow)

  const tiles = streetTiles()
  if (!tiles) return
  L.tileLayer(tiles.url, { maxZoom: 19, attribution: tiles.attribution, referrerPolicy: 'origin' }).addTo(map)
  L.control.attribution({ prefix: false }).addTo(map)
}
