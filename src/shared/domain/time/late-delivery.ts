import { startOfDay, todayOf } from './today.ts'
import { weekdayText } from '../text/formats.ts'

/** The statuses of deliveries that are neither handed over, failed nor cancelled. */
export const stillToBring = ['planned', 'ready', 'out', 'partially_delivered']

export type PlannedDelivery = { status: string; scheduled_at: string | null }

/** True when a delivery was planned for a past day and is unfinished, as in `private.late_deliveries`. */
export const isLateDelivery = ({ status, scheduled_at }: PlannedDelivery, now: number): boolean =>
  scheduled_at !== null && stillToBring.includes(status) && Date.parse(scheduled_at) < startOfDay(todayOf(now))

/** `Late, planned for Tue, 24 Nov 2026`; null for a delivery that is not late. */
export const lateDeliveryText = (delivery: PlannedDelivery, now: number): string | null =>
  delivery.scheduled_at !== null && isLateDelivery(delivery, now)
    ? `Late, planned for ${weekdayText(todayOf(Date.parse(delivery.scheduled_at)))}`
    : null
