import { countText } from '@/shared/domain/text/formats'

/** Bytes as people read them: `812 kB`, `64 MB`, `1.4 GB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${countText(Math.round(bytes / 1e3))} kB`
  if (bytes < 1e9) return `${countText(Math.round(bytes / 1e6))} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** A time of a request: `12 ms`, `1.4 s`. */
export const timeText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** How long something lasts: `3 minutes`, `5 hours`, `12 days`. */
export function lastingText(ms: number): string {
  if (ms < hour) return many(Math.max(1, Math.round(ms / minute)), 'minute')
  return ms < 2 * day ? many(Math.round(ms / hour), 'hour') : many(Math.floor(ms / day), 'day')
}

export type Sign = { label: string; value: string; note: string; isBad: boolean }

/** Less than this share of the disk is a warning. */
const leastFree = 0.1
const oldBackup = 7 * day

type Facts = {
  started_at: string
  memory_bytes: number
  database_bytes: number
  disk: { free_bytes: number; total_bytes: number } | null
  sockets: number
  mails: { waiting: number; failed: number }
  last_backup: string | null
  last_snapshot: string | null
}

/** What the tiles say, and which of it somebody should look after. */
export function signsOf(facts: Facts, now: number): Sign[] {
  const { disk, mails, last_backup: backup, last_snapshot: snapshot } = facts
  const ago = (at: string) => `${lastingText(now - Date.parse(at))} ago`
  return [
    {
      label: 'Running for',
      value: lastingText(now - Date.parse(facts.started_at)),
      note: 'Since the last start',
      isBad: false,
    },
    { label: 'Open pages', value: countText(facts.sockets), note: 'Live connections', isBad: false },
    { label: 'Database', value: bytesText(facts.database_bytes), note: 'On the disk', isBad: false },
    { label: 'Memory', value: bytesText(facts.memory_bytes), note: 'Of the server process', isBad: false },
    {
      label: 'Free disk',
      value: disk ? bytesText(disk.free_bytes) : 'Unknown',
      note: disk ? `Of ${bytesText(disk.total_bytes)}` : 'The system does not tell',
      isBad: disk !== null && disk.free_bytes < disk.total_bytes * leastFree,
    },
    {
      label: 'Mails waiting',
      value: countText(mails.waiting),
      note: 'Due, and not sent yet',
      isBad: mails.waiting > 100,
    },
    {
      label: 'Failed mails',
      value: countText(mails.failed),
      note: 'Sent again at Scheduled Emails',
      isBad: mails.failed > 0,
    },
    {
      label: 'Last backup',
      value: backup ? ago(backup) : 'Never',
      note: snapshot ? `Newest snapshot ${ago(snapshot)}` : 'npm run backup writes one',
      isBad: backup === null || now - Date.parse(backup) > oldBackup,
    },
  ]
}
