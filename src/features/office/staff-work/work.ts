import { exact, sum, written } from '@/shared/domain/money/decimal'

/**
 * The seconds of one day, person, job and client. `cost` is decimal text; null when no rate is known or it may not be
 * shown.
 */
export type WorkRow = {
  day: string
  user_id: string
  person: string | null
  client: string | null
  job_id: string | null
  job: string | null
  order_id: string | null
  order: string | null
  seconds: number
  is_running: boolean
  cost: string | null
}

/** A job with planned and worked time; costs where they may be seen. */
export type WorkJob = {
  id: string
  number: string
  title: string
  planned_minutes: number | null
  effort: {
    seconds: number
    labour?: string | null | undefined
    material?: string | null | undefined
    quoted?: string | null | undefined
  }
}

export const groupings = ['person', 'job', 'client', 'day'] as const
export type Grouping = (typeof groupings)[number]

export type WorkGroup = { key: string; label: string; seconds: number; cost: string | null; rows: WorkRow[] }

const keyOf: Record<Grouping, (row: WorkRow) => string> = {
  person: ({ user_id }) => user_id,
  job: ({ job_id }) => job_id ?? '',
  client: ({ client }) => client ?? '',
  day: ({ day }) => day,
}
const labelOf: Record<Grouping, (row: WorkRow) => string> = {
  person: ({ person }) => person ?? 'A former colleague',
  job: ({ job }) => job ?? 'No job',
  client: ({ client }) => client ?? 'No client',
  day: ({ day }) => day,
}

/** Sums by group: days newest first, everything else with the most time first. */
export function groupWork(rows: readonly WorkRow[], by: Grouping): WorkGroup[] {
  const groups = Object.entries(Object.groupBy(rows, keyOf[by])).map(([key, own = []]): WorkGroup => ({
    key,
    label: own[0] ? labelOf[by](own[0]) : key,
    seconds: own.reduce((all, { seconds }) => all + seconds, 0),
    cost: costOf(own),
    rows: own,
  }))
  return by === 'day'
    ? groups.toSorted((one, other) => other.key.localeCompare(one.key))
    : groups.toSorted((one, other) => other.seconds - one.seconds || one.label.localeCompare(other.label))
}

/** The sum of the known costs; null without any. */
export const costOf = (rows: readonly Pick<WorkRow, 'cost'>[]): string | null => {
  const known = rows.flatMap(({ cost }) => (cost === null ? [] : [exact(cost)]))
  return known.length === 0 ? null : written(sum(known))
}

/** `7 h 05 min`; seconds are dropped. */
export function hoursText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
