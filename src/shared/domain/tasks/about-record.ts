import { uuidOf } from '../records/uuid'

/** The kinds of records that tasks are about. */
export const recordsOfTasks = ['job', 'order', 'quotation', 'delivery'] as const
export type RecordOfTasks = (typeof recordsOfTasks)[number]
export type TaskRecord = { kind: RecordOfTasks; id: string }

/** A record in an address: `job.6f1c…`. */
export const recordKey = ({ kind, id }: TaskRecord): string => `${kind}.${id}`

/** Reads it back; null for anything else. */
export function readRecordKey(key: string | null): TaskRecord | null {
  const [word = '', id = '', ...more] = (key ?? '').split('.')
  const kind = recordsOfTasks.find((one) => one === word)
  return kind === undefined || more.length > 0 || uuidOf(id) === null ? null : { kind, id }
}
