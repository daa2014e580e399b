import type { Session } from '@/shared/domain/time-entry'

const pad = (number: number) => String(number).padStart(2, '0')

/** A moment as a `datetime-local` field shows it, where the person is; empty where it is none. */
export function toField(at: string | null): string {
  const date = new Date(at ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return ''
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** What a field says, as a moment in UTC; `was` where the field still shows it, so that nothing is lost by looking. */
export function fromField(field: string, was: string | null): string | null {
  if (field === toField(was)) return was
  const date = new Date(field)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Why the sessions cannot be saved, in words by place; an empty list when they can. */
export function sessionProblems(sessions: readonly Session[], now: number): (string | null)[] {
  const problems = sessions.map((session, place) => {
    const start = Date.parse(session.startTime)
    const end = session.endTime === null ? null : Date.parse(session.endTime)
    const previousEnd = Date.parse(sessions[place - 1]?.endTime ?? '')
    if (Number.isNaN(start)) return 'Give the start.'
    if (end !== null && Number.isNaN(end)) return 'Give the end.'
    if (end !== null && end < start) return 'The end is before the start.'
    if (start < previousEnd) return 'It overlaps with the one before.'
    if (Math.max(start, end ?? start) > now) return 'It lies in the future.'
    return null
  })
  return problems.some(Boolean) ? problems : []
}
