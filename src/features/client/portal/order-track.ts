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

type Place = 'done' | 'now' | 'ahead'
/** One point of the way of an order, and whether it is passed, reached, or still to come. */
export type Point = { name: keyof typeof pointTexts; place: Place }

type Ordered = { status: string; stage: OrderStage | null; deliveries?: readonly { method: string; status: string }[] }

/** The states that say by themselves how far an order is. */
const reached: Readonly<Record<string, 'ready' | 'last'>> = { ready: 'ready', delivered: 'last', completed: 'last' }
const withoutWay: ReadonlySet<string> = new Set(['cancelled', 'on_hold'])

/** What the last point is called: everything that was handed over was installed, or not. */
const lastPoint = (deliveries: Ordered['deliveries'] = []): 'installed' | 'delivered' => {
  const made = deliveries.filter(({ status }) => !withoutWay.has(status))
  return made.length > 0 && made.every(({ method }) => method === 'installation') ? 'installed' : 'delivered'
}

const isWork = (name: string | undefined) => name === 'artwork' || name === 'printing' || name === 'finishing'

/** How many points are passed, and whether the next one is being worked at. */
function passed({ status, stage }: Ordered, names: readonly string[]): { upTo: number; isNow: boolean } {
  const state = reached[status]
  if (state === 'last') return { upTo: names.length, isNow: false }
  const at = names.indexOf(state ?? stage?.stage ?? 'ordered')
  const isNow = stage !== null && isWork(names[at]) && !stage.is_done
  return { upTo: isNow ? at : at + 1, isNow }
}

/** The way of an order from its approval to its delivery; null for one that is on hold or cancelled. */
export function trackOf(order: Ordered): Point[] | null {
  if (withoutWay.has(order.status)) return null
  const names = ['ordered', ...(order.stage?.stages ?? []), 'ready', lastPoint(order.deliveries)] as const
  const { upTo, isNow } = passed(order, names)
  return names.map((name, at) => ({ name, place: at < upTo ? 'done' : at === upTo && isNow ? 'now' : 'ahead' }))
}
