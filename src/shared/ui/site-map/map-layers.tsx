import { distanceText } from '@/shared/domain/coordinates'
import { localities } from '@/shared/domain/malta'
import type { Cluster } from './clusters'
import { islands } from './coast'
import { fromScreen, type MapView, scaleBar, type Size, toScreen } from './map-view'
import classes from './site-map.module.css'

type Layer = { view: MapView; size: Size }
/** Where something lies already: the middle of its foot and half its width. */
type Taken = { x: number; y: number; half: number }

/** What lies under the pins: sea, land, a net of degrees, the names of towns beside the pins, and the scale. */
export const MapLayers = ({ marks, ...layer }: Layer & { marks: readonly Cluster[] }) => (
  <g aria-hidden className={classes.ground}>
    <Net {...layer} />
    <path className={classes.land} d={islands.map((coast) => outline(coast, layer)).join('')} />
    <Towns {...layer} marks={marks} />
    <Scale {...layer} />
  </g>
)

const outline = (coast: readonly { lat: number; lng: number }[], { view, size }: Layer): string => {
  const spots = coast.map((at) => toScreen(view, size, at))
  const near = spots.some(({ x, y }) => x > -20_000 && x < 20_000 && y > -20_000 && y < 20_000)
  return near ? `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z` : ''
}

/** Meridians and parallels at round degrees, never nearer than 90 pixels. */
function Net({ view, size }: Layer) {
  const [from, to] = [fromScreen(view, size, { x: 0, y: size.height }), fromScreen(view, size, { x: size.width, y: 0 })]
  const least = ((to.lng - from.lng) / size.width) * 90
  const step =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30].find((each) => each >= least) ?? 60
  const rounds = (first: number, last: number) =>
    Array.from(
      { length: Math.max(0, Math.min(60, Math.floor(last / step) - Math.ceil(first / step) + 1)) },
      (_, index) => (Math.ceil(first / step) + index) * step,
    )
  return (
    <g className={classes.net}>
      {rounds(from.lng, to.lng).map((lng) => {
        const { x } = toScreen(view, size, { lat: 0, lng })
        return <line key={`x${lng}`} x1={x} x2={x} y1={0} y2={size.height} />
      })}
      {rounds(from.lat, to.lat).map((lat) => {
        const { y } = toScreen(view, size, { lat, lng: 0 })
        return <line key={`y${lat}`} x1={0} x2={size.width} y1={y} y2={y} />
      })}
    </g>
  )
}

const [letter, line] = [6.4, 15]
/** A name stands on its town, or a little below or above where a pin is in the way. */
const beside = [0, 10, -12, 24]
/** From this zoom on towns of that rank are named. */
const namedFrom = { 1: 9.4, 2: 11, 3: 12.2 }

/** Names of towns, the important ones first; a name that would lie over another one is left out. */
function Towns({ view, size, marks }: Layer & { marks: readonly Cluster[] }) {
  const zoom = Math.log2(view.scale / 256)
  const taken: Taken[] = []
  const isFree = (x: number, y: number, half: number) =>
    taken.every((other) => Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - y) >= line) &&
    marks.every((mark) => {
      const reach = mark.pins.length > 1 ? { half: 20, up: 22, down: 22 } : { half: 10, up: 34, down: 6 }
      return Math.abs(mark.x - x) >= reach.half + half - 4 || y <= mark.y - reach.up || y >= mark.y + reach.down
    })
  const named = localities
    .filter(({ rank }) => zoom >= namedFrom[rank])
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap((town) => {
      const { x, y } = toScreen(view, size, town)
      const half = (town.name.length * letter) / 2 + 4
      if (x < -half || y < 0 || x > size.width + half || y > size.height) return []
      const free = beside.map((down) => y + down).find((each) => isFree(x, each, half))
      if (free === undefined) return []
      taken.push({ x, y: free, half })
      return [{ ...town, x, y: free }]
    })
  return (
    <>
      {named.map(({ name, rank, x, y }) => (
        <text key={name} x={x} y={y} className={classes.town} data-rank={rank}>
          {name}
        </text>
      ))}
    </>
  )
}

function Scale({ view, size }: Layer) {
  const { metres, pixels } = scaleBar(view, 110)
  return (
    <g transform={`translate(14 ${size.height - 14})`} className={classes.scale}>
      <path d={`M0 -5V0H${pixels.toFixed(1)}V-5`} />
      <text x={6} y={-5}>
        {distanceText(metres).replace('.0 ', ' ')}
      </text>
    </g>
  )
}
