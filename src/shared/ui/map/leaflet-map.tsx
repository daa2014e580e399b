import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFocusCentered, IconMapPinPlus, IconMinus, IconPlus } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type Coordinates, rounded } from '@/shared/domain/places/coordinates'
import { type Cluster, clustered, type Pinned, type Spot } from './clusters'
import { MapLabels } from './map-labels'
import { MapMark, PickedPin } from './map-pins'
import classes from './map.module.css'
import type { MapRoute, SiteMapProps } from './site-map-props'
import { useLeaflet } from './use-leaflet'

const reach = 30
const nobody: readonly Pinned[] = []
const noRoutes: readonly MapRoute[] = []

/** The map of `SiteMap`: Leaflet moves and zooms it, React draws the pins over it. */
export function LeafletMap({
  label,
  pins = nobody,
  chosen = null,
  onChoose,
  nameOf = (pin) => pin.label,
  routes = noRoutes,
  picked = null,
  onPick,
  lookAt = null,
  closest,
  className,
}: SiteMapProps) {
  const goal = picked ?? pins.find(({ id }) => id === chosen) ?? lookAt
  const closeUp = picked === null && goal === lookAt
  const { attach, map, isWhole, showAll, show, zoom } = useLeaflet(pins, goal, closeUp, closest)

  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  }, [onPick])
  useEffect(() => {
    if (!map) return
    map.on('click', ({ latlng: { lat, lng }, originalEvent: { target } }) => {
      const onMark = target instanceof Element && target.closest('[role="button"]') !== null
      if (!onMark) pick.current?.(rounded({ lat, lng }))
    })
  }, [map])

  const size = { width: map?.getSize().x ?? 0, height: map?.getSize().y ?? 0 }
  const spotOf = ({ lat, lng }: Coordinates): Spot => map?.latLngToContainerPoint([lat, lng]) ?? { x: 0, y: 0 }
  const put = ({ x, y }: Spot) => {
    const at = map?.containerPointToLatLng([x, y])
    if (at) onPick?.(rounded({ lat: at.lat, lng: at.lng }))
  }
  /** Computed without rounding to whole pixels, so that a step to the side keeps the latitude. */
  const nudge = (from: Coordinates, x: number, y: number) => {
    const at = map?.unproject(map.project(from).add([x, y]))
    if (at) onPick?.(rounded({ lat: at.lat, lng: at.lng }))
  }
  const isChosen = ({ pins: [first] }: Cluster) => first?.id === chosen
  const open = ({ pins: together }: Cluster) => {
    const apart = new Set(together.map(({ lat, lng }) => `${lat} ${lng}`)).size > 1
    if (map && apart && map.getZoom() < 17) show(together)
    else onChoose?.(together[(together.findIndex(({ id }) => id === chosen) + 1) % together.length]?.id ?? '')
  }
  // The chosen pin is drawn last, above the others.
  const marks = map
    ? clustered(pins, spotOf, size, reach, chosen).toSorted((a, b) => Number(isChosen(a)) - Number(isChosen(b)))
    : []
  const spot = picked && map && spotOf(picked)

  return (
    <div className={[classes.map, className].filter(Boolean).join(' ')}>
      <div
        ref={attach}
        role="group"
        aria-label={label}
        tabIndex={0}
        className={classes.paper}
        data-picking={onPick ? true : undefined}
        onKeyDown={(event) => {
          if (event.target === event.currentTarget && event.key === '0') showAll()
        }}
      >
        {map
          ? createPortal(
              <svg className={classes.marks} width={size.width} height={size.height}>
                <MapLabels map={map} size={size} spotOf={spotOf} marks={marks} />
                {routes.map(({ id, colour, points }) => (
                  <polyline
                    key={id}
                    className={classes.route}
                    style={{ stroke: colour }}
                    points={points
                      .map(spotOf)
                      .map(({ x, y }) => `${x},${y}`)
                      .join(' ')}
                  />
                ))}
                {marks.map((cluster) => (
                  <MapMark
                    key={cluster.pins[0]?.id}
                    cluster={cluster}
                    chosen={chosen}
                    nameOf={nameOf}
                    onChoose={(id) => onChoose?.(id)}
                    onOpen={open}
                  />
                ))}
                {picked && spot ? (
                  <PickedPin
                    at={picked}
                    spot={spot}
                    onNudge={({ x, y }) => nudge(picked, x, y)}
                    drag={dragOf(map, put)}
                  />
                ) : null}
              </svg>,
              map.getContainer(),
            )
          : null}
      </div>
      <div className={classes.controls}>
        <Control label="Zoom in" onClick={() => zoom(1)}>
          <IconPlus size={18} stroke={1.5} />
        </Control>
        <Control label="Zoom out" onClick={() => zoom(-1)}>
          <IconMinus size={18} stroke={1.5} />
        </Control>
        <Control label="Show everything" disabled={isWhole} onClick={showAll}>
          <IconFocusCentered size={18} stroke={1.5} />
        </Control>
        {onPick && !picked ? (
          <Control label="Put the pin in the middle" onClick={() => put({ x: size.width / 2, y: size.height / 2 })}>
            <IconMapPinPlus size={18} stroke={1.5} />
          </Control>
        ) : null}
      </div>
    </div>
  )
}

/** While the pin is dragged, the map does not pan and the pin follows the pointer. */
function dragOf(map: L.Map, put: (spot: Spot) => void) {
  const held = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      map.dragging.disable()
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!held(event)) return
      const box = map.getContainer().getBoundingClientRect()
      put({ x: event.clientX - box.left, y: event.clientY - box.top })
    },
    onLostPointerCapture: () => void map.dragging.enable(),
  }
}

type ControlProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

const Control = ({ label, disabled = false, onClick, children }: ControlProps) => (
  <Tooltip label={label} position="left">
    <ActionIcon variant="default" size={36} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
