import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'

type PurchaseCellProps = {
  label: string
  stored: string
  places: number
  isWhole?: boolean
  onSave: (value: string) => void
}

/** A number that is saved on leaving the field; unreadable text stays, with the reason. */
export function PurchaseCell({ label, stored, places, isWhole = false, onSave }: PurchaseCellProps) {
  const shown = stored === '' ? '' : shortDecimalText(stored)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    if (typed === null || typed === shown) return setTyped(null)
    const read = readDecimal(typed, { places, isWhole, aboveZero: true, most: '1000000' })
    if ('problem' in read) return setProblem(read.problem)
    setTyped(null)
    return onSave(read.value)
  }
  return (
    <TextInput
      size="xs"
      w={92}
      aria-label={label}
      inputMode="decimal"
      styles={{ input: { textAlign: 'right' } }}
      value={typed ?? shown}
      error={problem}
      onChange={(event) => {
        setProblem(null)
        setTyped(event.currentTarget.value)
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}
