import type { Activity, ActivityKind } from './api/recent-activity.query'

const done: Record<ActivityKind, string> = {
  task: 'added a task',
  comment: 'commented',
  quotation: 'wrote a quotation',
  delivery: 'planned a delivery',
  delivered: 'Delivered',
  person: 'New person',
  business: 'New business',
  note: 'wrote a note',
}
const undone: Partial<Record<ActivityKind, string>> = {
  task: 'New task',
  comment: 'New comment',
  quotation: 'New quotation',
  delivery: 'Delivery planned',
  note: 'New note',
}

/** An event as words: `Maria Rossi commented`, or `New task` when the person is unknown. */
export const activityWords = ({ kind, actor }: Activity): string =>
  actor === null ? (undone[kind] ?? done[kind]) : `${actor} ${done[kind]}`
