import { DragOverlay, useDraggable, useDroppable } from '@dnd-kit/core'
import { Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DragPlace } from '@/kit/drag/drag-place'
import type { Drop } from '../../api/day.query'
import { type Conflicts, type Lane, whyNotMove } from '../lanes'
import classes from './board.module.css'
import { DropCard, type Goal, GripIcon } from './drop-card'
import { beforeOf, byArrow, collision, laneOf, noVan } from './board-places'
import { LaneHead } from './lane-head'

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

/** The deliveries without a van beside the vans of a day. A drop is moved by mouse, touch, keyboard, or its menu. */
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
    const vanId = to === noVan ? null : to
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
      goals.push({ key: noVan, label: 'No van on this day', why: away, go: () => actions?.onMove(drop.id, null, null) })
    else if (drop.scheduled_at !== null)
      goals.push({ key: noVan, label: 'No day yet', why: away, go: () => actions?.onUnplan(drop.id) })
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
          id={noVan}
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
                Collected and sent
                <Count of={withoutVan.length} />
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

/** `· 3 drops`, beside the name of a lane: a van may be called “Van 1”. */
const Count = ({ of }: { of: number }) => (
  <Text span size="sm" fw={400} c="dimmed">
    {of === 0 ? 'no drops' : of === 1 ? '1 drop' : `${of} drops`}
  </Text>
)

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
  const takes = lifted !== null && whyNotMove(lifted, (lifted.van_id ?? noVan) !== id) === null
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
          {label}
          <Count of={count} />
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
