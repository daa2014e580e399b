import {
  type CollisionDetection,
  closestCenter,
  DragOverlay,
  type KeyboardCoordinateGetter,
  pointerWithin,
  useDraggable,
  useDroppable,
} from '@dnd-kit/core'
import { MultiSelect, Progress, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DragPlace } from '@/kit/drag/drag-place'
import { staffQuery } from '@/shared/db/staff.query'
import type { Drop } from '../../api/day.query'
import { type Conflicts, kilosText, type Lane, weightOf, whyNotMove } from '../lanes'
import classes from './board.module.css'
import { DropCard, type Goal, GripIcon } from './drop-card'

export type BoardActions = {
  /** `vanId` null: without a van. `before` null: last. */
  onMove: (id: string, vanId: string | null, before: string | null) => void
  onCrew: (vanId: string, crew: string[]) => void
  onUnplan: (id: string) => void
}

type BoardProps = {
  lanes: readonly Lane[]
  unplanned: readonly Drop[]
  withoutVan: readonly Drop[]
  conflicts: Conflicts
  windowOf: (drop: Drop) => string
  colourOf: (vanId: string) => string
  /** Null for those who only look. */
  actions: BoardActions | null
}

const none = 'none'
const laneOf = (target: string) => target.split(' ')[1] ?? none
const beforeOf = (target: string) => target.split(' ')[2] ?? null

/** The drop under the pointer first, then the lane. By keyboard: the nearest place between drops. */
const collision: CollisionDetection = (found) => {
  if (!found.pointerCoordinates) {
    const places = found.droppableContainers.filter(({ id }) => !String(id).startsWith('lane '))
    return closestCenter({ ...found, droppableContainers: places })
  }
  const under = pointerWithin(found)
  const place = under.find(({ id }) => !String(id).startsWith('lane '))
  return place ? [place] : under
}

/** Up and down go from drop to drop, left and right from lane to lane. */
const byArrow: KeyboardCoordinateGetter = (event, { context: { droppableRects, collisionRect } }) => {
  const isSide = event.code === 'ArrowLeft' || event.code === 'ArrowRight'
  if (!collisionRect || !(isSide || event.code === 'ArrowUp' || event.code === 'ArrowDown')) return undefined
  event.preventDefault()
  const centre = (rect: { left: number; top: number; width: number; height: number }) => ({
    x: rect.left + rect.width / 2,
    y: rect.top + rect.height / 2,
  })
  const here = centre(collisionRect)
  const sign = event.code === 'ArrowRight' || event.code === 'ArrowDown' ? 1 : -1
  const places = [...droppableRects].filter(([id]) => !String(id).startsWith('lane ')).map(([, rect]) => centre(rect))
  const ahead = places.filter(({ x, y }) =>
    isSide ? (x - here.x) * sign > 40 : Math.abs(x - here.x) < 40 && (y - here.y) * sign > 4,
  )
  const cost = ({ x, y }: { x: number; y: number }) =>
    isSide ? Math.abs(x - here.x) * 4 + Math.abs(y - here.y) : Math.abs(y - here.y)
  const [next] = ahead.toSorted((a, b) => cost(a) - cost(b))
  return next && { x: next.x - collisionRect.width / 2, y: next.y - collisionRect.height / 2 }
}

/** What has no van beside the vans of a day. A drop is moved by mouse, touch, keyboard, or its menu. */
export function Board({ lanes, unplanned, withoutVan, conflicts, windowOf, colourOf, actions }: BoardProps) {
  const [lifted, setLifted] = useState<Drop | null>(null)
  const all = [...unplanned, ...lanes.flatMap(({ stops }) => stops)]
  const dropOf = (id: unknown) => all.find((drop) => drop.id === id) ?? null
  const nameOf = (id: unknown) => dropOf(id)?.delivery_number ?? 'The delivery'
  const vanName = (id: string) => lanes.find(({ van }) => van.id === id)?.van.name ?? 'Without a van'
  const wordsOf = (target: string) => {
    const before = beforeOf(target)
    return `${vanName(laneOf(target))}${before ? `, before ${nameOf(before)}` : ''}`
  }
  const end = (id: unknown, place: unknown) => {
    const drop = dropOf(id)
    if (!drop || !actions) return
    const [to, before] = [laneOf(String(place)), beforeOf(String(place))]
    const vanId = to === none ? null : to
    if (before === drop.id || (vanId === null && drop.van_id === null)) return
    actions.onMove(drop.id, vanId, before)
  }
  const goalsOf = (drop: Drop): Goal[] => {
    const lane = lanes.find(({ van }) => van.id === drop.van_id)
    const at = lane?.stops.findIndex(({ id }) => id === drop.id) ?? -1
    const away = whyNotMove(drop, true)
    const goals: Goal[] = []
    const [above, , below2] = [lane?.stops[at - 1], lane?.stops[at + 1], lane?.stops[at + 2]]
    if (lane && above)
      goals.push({
        key: 'up',
        label: 'One place up',
        why: whyNotMove(drop, false),
        go: () => actions?.onMove(drop.id, lane.van.id, above.id),
      })
    if (lane && lane.stops[at + 1])
      goals.push({
        key: 'down',
        label: 'One place down',
        why: whyNotMove(drop, false),
        go: () => actions?.onMove(drop.id, lane.van.id, below2?.id ?? null),
      })
    for (const { van } of lanes)
      if (van.id !== drop.van_id)
        goals.push({ key: van.id, label: van.name, why: away, go: () => actions?.onMove(drop.id, van.id, null) })
    if (drop.van_id !== null)
      goals.push({ key: none, label: 'No van on this day', why: away, go: () => actions?.onMove(drop.id, null, null) })
    else if (drop.scheduled_at !== null)
      goals.push({ key: none, label: 'No day yet', why: away, go: () => actions?.onUnplan(drop.id) })
    return goals
  }
  const card = (drop: Drop, place?: number) => {
    const shown = {
      drop,
      window: windowOf(drop),
      ...(place === undefined ? {} : { place }),
      conflicts: conflicts.ofStop.get(drop.id) ?? [],
    }
    if (!actions) return <DropCard key={drop.id} {...shown} />
    if (whyNotMove(drop, false) !== null) return <DropCard key={drop.id} {...shown} />
    return (
      <Movable key={drop.id} drop={drop} card={(grip) => <DropCard {...shown} goals={goalsOf(drop)} grip={grip} />} />
    )
  }
  return (
    <DragPlace
      one="delivery"
      arrows="The arrows choose a place."
      byArrow={byArrow}
      nameOf={nameOf}
      placeOf={(id) => wordsOf(String(id))}
      collision={collision}
      onLift={(id) => setLifted(dropOf(id))}
      onDrop={end}
    >
      <div className={classes.board} role="group" aria-label="Plan of the day" tabIndex={0}>
        <LaneFrame
          id={none}
          label="Without a van"
          lifted={lifted}
          head={
            <Text size="xs" c="dimmed">
              Drag one into a van, or use its menu.
            </Text>
          }
          count={unplanned.length}
        >
          {unplanned.map((drop) => card(drop))}
          {unplanned.length === 0 ? (
            <Text size="sm" c="dimmed">
              Everything has its van.
            </Text>
          ) : null}
        </LaneFrame>
        {lanes.map(({ van, crew, stops }) => (
          <LaneFrame
            key={van.id}
            id={van.id}
            label={van.name}
            count={stops.length}
            colour={colourOf(van.id)}
            lifted={lifted}
            head={
              <LaneHead
                lane={{ van, crew, stops }}
                conflicts={conflicts.ofVan.get(van.id) ?? []}
                onCrew={actions ? (next) => actions.onCrew(van.id, next) : null}
              />
            }
          >
            {stops.map((drop, index) => (
              <Place key={drop.id} id={`before ${van.id} ${drop.id}`} isOpen={lifted !== null && lifted.id !== drop.id}>
                {card(drop, index + 1)}
              </Place>
            ))}
          </LaneFrame>
        ))}
        {withoutVan.length > 0 ? (
          <section className={classes.lane} aria-label="Collected and sent">
            <header className={classes.title}>
              <Title order={2} size="h5">
                Collected and sent {withoutVan.length}
              </Title>
            </header>
            {withoutVan.map((drop) => (
              <DropCard key={drop.id} drop={drop} window={windowOf(drop)} />
            ))}
          </section>
        ) : null}
      </div>
      <DragOverlay>{lifted ? <DropCard drop={lifted} window={windowOf(lifted)} /> : null}</DragOverlay>
    </DragPlace>
  )
}

type LaneFrameProps = {
  id: string
  label: string
  count: number
  colour?: string
  head: ReactNode
  lifted: Drop | null
  children: ReactNode
}

function LaneFrame({ id, label, count, colour, head, lifted, children }: LaneFrameProps) {
  const { setNodeRef, isOver } = useDroppable({ id: `lane ${id}` })
  const { setNodeRef: setEndRef, isOver: isOverEnd } = useDroppable({ id: `end ${id}` })
  const takes = lifted !== null && whyNotMove(lifted, (lifted.van_id ?? none) !== id) === null
  return (
    <section
      ref={setNodeRef}
      className={classes.lane}
      aria-label={label}
      data-drop={lifted === null ? null : takes ? 'yes' : 'no'}
      data-over={(isOver && takes) || null}
    >
      <header className={classes.title}>
        <Title order={2} size="h5">
          {colour ? <span className={classes.colour} style={{ background: colour }} aria-hidden /> : null}
          {label} {count}
        </Title>
        {head}
      </header>
      {children}
      <div ref={setEndRef} className={classes.end} data-over={(isOverEnd && takes) || null} />
    </section>
  )
}

function Place({ id, isOpen, children }: { id: string; isOpen: boolean; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id, disabled: !isOpen })
  return (
    <div ref={setNodeRef} className={classes.between} data-over={isOver || null}>
      {children}
    </div>
  )
}

function Movable({ drop, card }: { drop: Drop; card: (grip: ReactNode) => ReactNode }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id: drop.id })
  return (
    <div ref={setNodeRef} className={isDragging ? classes.lifted : undefined} {...listeners}>
      {card(
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes.grip}
          {...attributes}
          aria-label={`Lift ${drop.delivery_number}`}
        >
          <GripIcon />
        </button>,
      )}
    </div>
  )
}

type LaneHeadProps = { lane: Lane; conflicts: readonly string[]; onCrew: ((crew: string[]) => void) | null }

function LaneHead({ lane: { van, crew, stops }, conflicts, onCrew }: LaneHeadProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const weight = weightOf(stops)
  const share = van.capacity_kg ? (100 * weight) / van.capacity_kg : 0
  const names = crew.flatMap((id) => staff.find(({ value }) => value === id)?.label ?? [])
  return (
    <>
      {onCrew ? (
        <MultiSelect
          size="xs"
          className={classes.crew}
          aria-label={`Crew of ${van.name}`}
          placeholder={crew.length === 0 ? 'Who goes with it?' : ''}
          data={staff}
          value={[...crew]}
          onChange={onCrew}
          maxValues={10}
          searchable
          hidePickedOptions
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
      ) : (
        <Text size="xs">{names.join(', ')}</Text>
      )}
      <Text span size="xs" c="dimmed">
        {[
          van.registration,
          van.capacity_kg === null
            ? weight > 0
              ? kilosText(weight)
              : null
            : `${kilosText(weight)} of ${kilosText(van.capacity_kg)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {van.capacity_kg === null ? null : (
        <Progress
          className={classes.load}
          size="sm"
          value={Math.min(share, 100)}
          color={share > 100 ? 'magenta' : 'process'}
          aria-label={`Load of ${van.name}`}
        />
      )}
      {conflicts.map((words) => (
        <Text key={words} size="xs" className={classes.conflict}>
          <IconAlertTriangle size={14} aria-hidden /> {words}
        </Text>
      ))}
    </>
  )
}
