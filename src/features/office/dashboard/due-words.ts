import { clockText, dayText } from '@/shared/domain/text/formats'
import { dayAround } from './today'

const day = 24 * 60 * 60 * 1000

/** The words for a due date at `now` (ms): `Today`, `Today, 14:00`, `Late since 09:00`, `3 days late`, else the date. */
export function dueWords(dueAt: string, now: number): { words: string; isLate: boolean } {
  const due = Date.parse(dueAt)
  const { start, end } = dayAround(now)
  const isLate = due < now
  if (due >= Date.parse(end)) return { words: dayText(dueAt), isLate }
  if (due >= Date.parse(start)) {
    const isWholeDay = Date.parse(end) - due <= 60_000
    if (isLate) return { words: `Late since ${clockText(dueAt)}`, isLate }
    return { words: isWholeDay ? 'Today' : `Today, ${clockText(dueAt)}`, isLate }
  }
  const days = Math.max(1, Math.round((Date.parse(dayAround(now).start) - Date.parse(dayAround(due).start)) / day))
  return { words: `${days} day${days === 1 ? '' : 's'} late`, isLate }
}
