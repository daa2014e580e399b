import { clockPattern } from '@/shared/domain/text/formats'
import { TextInput } from '@mantine/core'
import { DayField } from './day-field'
import classes from './moment-field.module.css'

type MomentFieldProps = {
  label: string
  error?: string | undefined
  /** `2026-11-20T09:30:00`, or the typed text while it is no moment. */
  value: string
  /** The day that is meant where only a time is typed. */
  usualDay?: string
  onChange: (value: string) => void
}

/** A day and a time of day to the second, in the company's format, for screens that are no form of the kit. */
export function MomentField({ label, error, value, usualDay = '', onChange }: MomentFieldProps) {
  const [day = '', clock = ''] = value.split('T')
  const put = (nextDay: string, nextClock: string) =>
    onChange(nextDay === '' && nextClock === '' ? '' : `${nextDay}T${nextClock}`)
  return (
    <div className={classes.moment}>
      <DayField label={label} value={day} onChange={(next) => put(next, clock)} error={error ?? null} />
      <TextInput
        aria-label={`${label}, time`}
        placeholder={clockPattern()}
        value={clock}
        onChange={(event) => put(day || usualDay, event.currentTarget.value)}
        {...(error ? { 'aria-invalid': true } : {})}
      />
    </div>
  )
}
