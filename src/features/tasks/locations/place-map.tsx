import { type Pin, pinPlaces, type Place } from './places'
import classes from './locations.module.css'

const [width, height, margin] = [720, 440, 56]
const lines = (length: number) => Array.from({ length: Math.floor(length / 40) - 1 }, (_, place) => (place + 1) * 40)

type PlaceMapProps = { places: readonly Place[]; chosen: string | null; onChoose: (id: string) => void }

/** Where the work is, to scale and without any map service: the list beside it says the same in words. */
export function PlaceMap({ places, chosen, onChoose }: PlaceMapProps) {
  const pins = pinPlaces(places, width, height, margin)
  if (pins.length === 0) return null
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.map} aria-label="Map of open tasks" role="group">
      <g className={classes.grid} aria-hidden>
        {lines(width).map((x) => (
          <line key={`x${x}`} x1={x} x2={x} y1={0} y2={height} />
        ))}
        {lines(height).map((y) => (
          <line key={`y${y}`} x1={0} x2={width} y1={y} y2={y} />
        ))}
      </g>
      <text x={width - 20} y={28} className={classes.north} aria-hidden>
        N ↑
      </text>
      {pins.map((pin) => (
        <MapPin
          key={pin.place.location.id}
          pin={pin}
          isChosen={pin.place.location.id === chosen}
          onChoose={() => onChoose(pin.place.location.id)}
        />
      ))}
    </svg>
  )
}

function MapPin({ pin: { place, x, y }, isChosen, onChoose }: { pin: Pin; isChosen: boolean; onChoose: () => void }) {
  const count = place.tasks.length
  const radius = 11 + Math.min(13, Math.sqrt(count) * 3)
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={`${place.location.label}, ${count} open ${count === 1 ? 'task' : 'tasks'}`}
      className={classes.pin}
      data-chosen={isChosen || undefined}
      transform={`translate(${x} ${y})`}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose()
      }}
    >
      <circle r={radius} />
      <text dy="0.35em">{count}</text>
      <title>{place.location.label}</title>
    </g>
  )
}
