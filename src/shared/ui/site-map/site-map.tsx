import { ActionIcon, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconFocusCentered, IconMapPinPlus, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type Coordinates, rounded } from '@/shared/domain/coordinates'
import { type Cluster, clustered, type Pinned } from './clusters'
import { islands } from './coast'
import { MapLayers } from './map-layers'
import { MapMark, PickedPin } from './map-pins'
import { fitting, fromScreen, type Spot, toScreen } from './map-view'
import classes from './site-map.module.css'
import { useGestures, useMapView, useWheelZoom } from './use-map-view'

type SiteMapProps = {
  /** What the map shows, for those who do not see it. */
  label: string
  pins: readonly Pinned[]
  chosen?: string | null
  onChoose?: (id: string) => void
  /** What a pin is called; its label unless told. */
  nameOf?: (pin: Pinned) => string
  /** With `onPick` the map puts a pin: by a click, by dragging, by arrow keys. */
  picked?: Coordinates | null
  onPick?: (at: Coordinates) => void
  /** Where the map goes while no pin is put, such as the town that was chosen. */
  lookAt?: Coordinates | null
  className?: string | undefined
}

const reach = 30
const stride = 60
const home = islands.flat()
const nobody: readonly Pinned[] = []

/**
 * A map without any map service: coasts and towns are drawn by the app itself, so it works in a cellar and tells nobody
 * where clients live. Points elsewhere in the world stand on a net of degrees. A list beside it says the same in words.
 */
export function SiteMap({
  label,
  pins = nobody,
  chosen = null,
  onChoose,
  nameOf = (pin) => pin.label,
  picked = null,
  onPick,
  lookAt = null,
  className,
}: SiteMapProps) {
  const { ref, width, height } = useElementSize()
  const [svg, setSvg] = useState<SVGSVGElement | null>(null)
  const size = { width: width || 720, height: height || 440 }
  const goal = picked ?? pins.find(({ id }) => id === chosen) ?? lookAt
  const { view, isWhole, showAll, show, zoom, pull } = useMapView(
    size,
    pins,
    goal,
    home,
    picked === null && goal === lookAt,
  )
  /** Drawn last: what is chosen lies over the others. */
  const isChosen = ({ pins: [first] }: Cluster) => first?.id === chosen
  const put = (spot: Spot) => onPick?.(rounded(fromScreen(view, size, spot)))
  const gestures = useGestures({ pull, zoom, onClick: onPick ? put : undefined, onPinMove: onPick ? put : undefined })
  useWheelZoom(svg, zoom)

  const open = ({ pins: together }: Cluster) => {
    const closer = fitting(together, size, 96)
    if (closer && closer.scale > view.scale * 1.3) show(together)
    else onChoose?.(together[(together.findIndex(({ id }) => id === chosen) + 1) % together.length]?.id ?? '')
  }
  const marks = clustered(pins, view, size, reach, chosen).toSorted((a, b) => Number(isChosen(a)) - Number(isChosen(b)))
  const spot = picked && toScreen(view, size, picked)

  return (
    <div
      ref={ref}
      role="group"
      aria-label={label}
      tabIndex={0}
      className={[classes.map, className].filter(Boolean).join(' ')}
      onKeyDown={(event) => steer(event, { pull, zoom, showAll })}
    >
      <svg
        ref={setSvg}
        width={size.width}
        height={size.height}
        className={classes.paper}
        data-picking={onPick ? true : undefined}
        onDoubleClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          if (!onPick) zoom(2, { x: event.clientX - box.left, y: event.clientY - box.top })
        }}
        {...gestures}
      >
        <MapLayers view={view} size={size} marks={marks} />
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
          <PickedPin at={picked} spot={spot} onNudge={({ x, y }) => put({ x: spot.x + x, y: spot.y + y })} />
        ) : null}
      </svg>
      <div className={classes.controls}>
        <Control label="Zoom in" onClick={() => zoom(2)}>
          <IconPlus size={18} stroke={1.5} />
        </Control>
        <Control label="Zoom out" onClick={() => zoom(0.5)}>
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

type ControlProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

const Control = ({ label, disabled = false, onClick, children }: ControlProps) => (
  <Tooltip label={label} position="left">
    <ActionIcon variant="default" size={36} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

type Steering = { pull: (by: Spot) => void; zoom: (factor: number) => void; showAll: () => void }

/** Arrow keys move the paper, plus and minus zoom, 0 shows everything: while the map itself has the focus. */
function steer(event: KeyboardEvent<HTMLDivElement>, { pull, zoom, showAll }: Steering) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const acts: Record<string, () => void> = {
    ArrowLeft: () => pull({ x: stride, y: 0 }),
    ArrowRight: () => pull({ x: -stride, y: 0 }),
    ArrowUp: () => pull({ x: 0, y: stride }),
    ArrowDown: () => pull({ x: 0, y: -stride }),
    '+': () => zoom(2),
    '=': () => zoom(2),
    '-': () => zoom(0.5),
    '0': showAll,
  }
  const act = acts[event.key]
  if (!act) return
  event.preventDefault()
  act()
}
