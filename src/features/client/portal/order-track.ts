import type { OrderStage } from './api/portal.query'

export const pointTexts = {
  ordered: 'ordered',
  artwork: 'stage_artwork',
  printing: 'stage_printing',
  finishing: 'stage_finishing',
  ready: 'order_ready_state',
  delivered: 'order_delivered',
  installed: 'stage_installed',
} as const

type Place = 'done' | 'now' | 'part' | 'ahead'
/**
 * One point of the way of an order: whether all lines are past it, some are at it, some are past it, or it is still to
 * come; and how many lines are past it, where that are some of several.
 */
export type Point = { name: keyof typeof pointTexts; place: Place; lines?: { done: number; of: number } }

type Ordered = { status: string; stage: OrderStage | null; deliveries?: readonly { method: string; status: string }[] }

/** The states that say by themselves how far an order is. */
const reached: Readonly<Record<string, 'ready' | 'last'>> = { ready: 'ready', delivered: 'last', completed: 'last' }
const withoutWay: ReadonlySet<string> = new Set(['cancelled', 'on_hold'])

/** What the last point is called: everything that was handed over was installed, or not. */
const lastPoint = (deliveries: Ordered['deliveries'] = []): 'installed' | 'delivered' => {
  const made = deliveries.filter(({ status }) => !withoutWay.has(status))
  return made.length > 0 && made.every(({ method }) => method === 'installation') ? 'installed' : 'delivered'
}

const placeOf = (done: number, running: number, of: number): Place => {
  if (done === of) return 'done'
  if (running > 0) return 'now'
  return done > 0 ? 'part' : 'ahead'
}

/** The works of an order: all are done once it is ready, whatever step nobody ticked. */
const worksOf = (stage: OrderStage | null, isReady: boolean): Point[] =>
  (stage?.works ?? []).map(({ work: name, done, running, of }) => {
    if (isReady) return { name, place: 'done' }
    return { name, place: placeOf(done, running, of), ...(done > 0 && done < of ? { lines: { done, of } } : {}) }
  })

/** The way of an order from its approval to its delivery; null for one that is on hold or cancelled. */
export function trackOf({ status, stage, deliveries }: Ordered): Point[] | null {
  if (withoutWay.has(status)) return null
  const state = reached[status]
  const isReady = state !== undefined || (stage !== null && stage.ready === stage.of)
  return [
    { name: 'ordered', place: 'done' },
    ...worksOf(stage, isReady),
    { name: 'ready', place: isReady ? 'done' : 'ahead' },
    { name: lastPoint(deliveries), place: state === 'last' ? 'done' : 'ahead' },
  ]
}
