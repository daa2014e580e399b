import { useState } from 'react'
import { isDay } from '@/shared/domain/time/days'
import { DayField } from '../fields/day-field'
import type { Filter } from './filter'

/** One day, as `2026-12-31` in the address; null where none is chosen. */
export const dayFilter = (label: string): Filter<string | null> => ({
  label,
  read: (text) => (text !== null && isDay(text) ? text : null),
  write: (value) => value,
  Control: DayControl,
})

type ControlProps = { label: string; value: string | null; onChange: (value: string | null) => void }

/** What is typed stays in the field until it is a day. */
function DayControl({ label, value, onChange }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <DayField
      label={label}
      value={typed ?? value ?? ''}
      onChange={(text) => {
        const isWhole = text === '' || isDay(text)
        setTyped(isWhole ? null : text)
        if (isWhole) onChange(text || null)
      }}
    />
  )
}
