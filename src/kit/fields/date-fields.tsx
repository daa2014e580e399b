import { isDay } from '@/shared/domain/time/days'
import { clockPattern, zoneOfTimes } from '@/shared/domain/text/formats'
import { instantOf, wallClock } from '@/shared/domain/time/zoned'
import { DateInput } from './date-input'
import { readTime } from './read-time'
import { dayFieldText } from './day-text'
import type { Field, FieldInput, FieldOptions } from './field'
import { lineInput } from './text-fields'

export type DateOptions = FieldOptions & {
  /** The first and the last day that may be entered, `YYYY-MM-DD`. */
  from?: string
  to?: string
}
type Required = DateOptions & { required: true }

/** A day of the calendar, the same one in every time zone: `2026-11-20`. */
export function date(label: string, options: Required): Field<string>
export function date(label: string, options?: DateOptions): Field<string | null>
export function date(label: string, { from, to, ...options }: DateOptions = {}): Field<string | null> {
  return {
    missing: 'Please enter a date',
    ...options,
    label,
    draftOf: (stored) => (typeof stored === 'string' ? stored.slice(0, 10) : ''),
    problem: (draft) => {
      if (!isDay(draft)) return `Please enter a date, for example ${dayFieldText('2026-11-20')}`
      if (from && draft < from) return `Please enter ${dayFieldText(from)} or later`
      if (to && draft > to) return `Please enter ${dayFieldText(to)} or earlier`
      return null
    },
    valueOf: (draft) => (isDay(draft) ? draft : null),
    words: dayFieldText,
    Input: DateInput,
  }
}

/** A time of day, `HH:MM`, typed as `9`, `930`, `9:30` or `9.30 pm`. */
export const time = (label: string, options: FieldOptions = {}): Field<string | null> => ({
  missing: 'Please enter a time',
  ...options,
  label,
  draftOf: (stored) => (typeof stored === 'string' ? stored.slice(0, 5) : ''),
  problem: (draft) => (readTime(draft) ? null : 'Please enter a time, for example 9:30'),
  valueOf: readTime,
  plain: (draft) => readTime(draft) ?? draft,
  words: (draft) => readTime(draft) ?? draft,
  Input: (input) => <ClockInput {...input} placeholder={clockPattern()} />,
})

const at = (stored: string): { day: string; time: string } => {
  if (Number.isNaN(Date.parse(stored))) return { day: '', time: '' }
  const { day, clock } = wallClock(zoneOfTimes(), stored)
  return { day, time: clock }
}

/** A moment, entered as a day and a time where the company is. Saved in ISO 8601 with the zone UTC. */
export const dateTime = (label: string, options: FieldOptions = {}): Field<string | null> => {
  const parts = (draft: string) => {
    const [day = '', clock = ''] = draft.split('T')
    return { day, clock }
  }
  const valueOf = (draft: string): string | null => {
    const { day, clock } = parts(draft)
    const hours = readTime(clock)
    return isDay(day) && hours ? new Date(instantOf(zoneOfTimes(), day, hours)).toISOString() : null
  }
  return {
    missing: 'Please enter a date and a time',
    ...options,
    label,
    isEmpty: (draft) => draft === '' || draft === 'T',
    draftOf: (stored) => {
      if (typeof stored !== 'string' || stored === '') return ''
      const { day, time: clock } = at(stored)
      return `${day}T${clock}`
    },
    problem: (draft) =>
      valueOf(draft) ? null : `Please enter a date and a time, for example ${dayFieldText('2026-11-20')} 9:30`,
    valueOf,
    words: (draft) => [dayFieldText(parts(draft).day), parts(draft).clock].join(' ').trim(),
    Input: function DateTimeInput({ value, onChange, ...input }: FieldInput) {
      const { day, clock } = parts(value)
      return (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 6rem', gap: '0.5rem', alignItems: 'end' }}>
          <DateInput {...input} value={day} onChange={(next) => onChange(`${next}T${clock}`)} />
          <ClockInput
            {...input}
            id={`${input.id}-time`}
            label="Time"
            description={null}
            error={null}
            autoFocus={false}
            placeholder={clockPattern()}
            value={clock}
            onChange={(next) => onChange(`${day}T${next}`)}
          />
        </div>
      )
    },
  }
}

const ClockInput = lineInput('text')
