import type { KeyboardEvent, SVGProps } from 'react'
import { type Coordinates, coordinatesText } from '@/shared/domain/places/coordinates'
import type { Cluster, Pinned, Spot } from './clusters'
import classes from './map.module.css'

const drop = 'M0 0C-2.5-6-10-10.5-10-18.5a10 10 0 1 1 20 0C10-10.5 2.5-6 0 0Z'

const pressed = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  act()
}

type MarkProps = {
  cluster: Cluster
  chosen: string | null
  nameOf: (pin: Pinned) => string
  onChoose: (id: string) => void
  onOpen: (cluster: Cluster) => void
}

/** One pin, or several as a circle with their number. */
export function MapMark({ cluster, chosen, nameOf, onChoose, onOpen }: MarkProps) {
  const [first, ...others] = cluster.pins
  if (!first) return null
  const count = cluster.pins.length
  const isChosen = first.id === chosen
  const act = others.length === 0 ? () => onChoose(first.id) : () => onOpen(cluster)
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={others.length === 0 ? nameOf(first) : `${count} locations: zoom in`}
      aria-pressed={others.length === 0 ? isChosen : undefined}
      data-chosen={isChosen || undefined}
      className={classes.mark}
      transform={`translate(${cluster.x.toFixed(1)} ${cluster.y.toFixed(1)})`}
      onClick={act}
      onKeyDown={pressed(act)}
    >
      {others.length > 0 ? (
        <>
          <circle className={classes.halo} r={radiusOf(count) + 5} />
          <circle className={classes.disc} r={radiusOf(count)} />
          <text dy="0.35em">{count}</text>
        </>
      ) : (
        <Drop count={first.count} colour={isChosen ? undefined : first.colour} />
      )}
      {others.length === 0 && isChosen ? (
        <text className={classes.name} y={-38}>
          {first.label}
        </text>
      ) : null}
      <title>{others.length === 0 ? nameOf(first) : cluster.pins.slice(0, 8).map(nameOf).join('\n')}</title>
    </g>
  )
}

const radiusOf = (count: number) => 13 + Math.min(9, Math.sqrt(count))

const Drop = ({ count, colour }: { count: number | undefined; colour: string | undefined }) => (
  <>
    <circle className={classes.reach} cy={-14} r={20} />
    <path className={classes.drop} d={drop} style={colour ? { fill: colour } : undefined} />
    {count === undefined ? (
      <circle className={classes.eye} cy={-18.5} r={3.5} />
    ) : (
      <text y={-18.5} dy="0.36em">
        {count > 99 ? '99' : count}
      </text>
    )}
  </>
)

type PickedProps = {
  at: Coordinates
  spot: Spot
  onNudge: (by: Spot) => void
  /** The pointer handlers that drag the pin. */
  drag: Pick<SVGProps<SVGGElement>, 'onPointerDown' | 'onPointerMove' | 'onLostPointerCapture'>
}

const arrows: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The pin that is being put somewhere: drag it, or move it by arrow keys, with Shift in longer steps. */
export const PickedPin = ({ at, spot, onNudge, drag }: PickedProps) => (
  <g
    role="button"
    tabIndex={0}
    aria-label={`Pin at ${coordinatesText(at)}: drag it, or move it with the arrow keys`}
    {...drag}
    className={classes.picked}
    transform={`translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`}
    onKeyDown={(event) => {
      const by = arrows[event.key]
      if (!by) return
      event.preventDefault()
      event.stopPropagation()
      const step = event.shiftKey ? 20 : 2
      onNudge({ x: by.x * step, y: by.y * step })
    }}
  >
    <ellipse className={classes.shade} rx={7} ry={2.5} />
    <circle className={classes.reach} cy={-14} r={22} />
    <g transform="scale(1.25)">
      <path className={classes.drop} d={drop} />
      <circle className={classes.eye} cy={-18.5} r={3.5} />
    </g>
  </g>
)
