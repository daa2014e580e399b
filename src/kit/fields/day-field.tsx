import { useId } from 'react'
import { isDay } from '@/shared/domain/time/days'
import { DateInput } from './date-input'
import { dayFieldText } from './day-text'

type DayFieldProps = {
  label: string
  /** `2026-11-20`, empty, or the raw text while it is no day. */
  value: string
  onChange: (value: string) => void
  error?: string | null
  disabled?: boolean
  autoFocus?: boolean
}

/** A day in the company's format, for screens that are no form of the kit. */
export function DayField({ label, value, onChange, error = null, disabled = false, autoFocus = false }: DayFieldProps) {
  return (
    <DateInput
      id={useId()}
      name={label}
      label={label}
      required={false}
      description={null}
      placeholder={undefined}
      autoComplete="off"
      disabled={disabled}
      autoFocus={autoFocus}
      value={value}
      error={error ?? dayProblem(value)}
      onChange={onChange}
      onBlur={() => {}}
    />
  )
}

/** Why a text is no day, in words; null for a day and for an empty field. */
export const dayProblem = (value: string): string | null =>
  value === '' || isDay(value) ? null : `Please enter a date, for example ${dayFieldText('2026-11-20')}`
