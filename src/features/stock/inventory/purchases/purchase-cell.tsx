import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TypedDecimal } from '@/shared/domain/money/money'

type PurchaseCellProps = {
  label: string
  /** The stored value as it is typed; empty without one. */
  draft: string
  read: (typed: string) => TypedDecimal
  onSave: (value: string) => void
}

/** A number that is saved on leaving the field; unreadable text stays, with the reason. */
export function PurchaseCell({ label, draft, read, onSave }: PurchaseCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    if (typed === null || typed === draft) return setTyped(null)
    const value = read(typed)
    if ('problem' in value) return setProblem(value.problem)
    setTyped(null)
    return onSave(value.value)
  }
  return (
    <TextInput
      size="xs"
      w={92}
      aria-label={label}
      inputMode="decimal"
      styles={{ input: { textAlign: 'right' } }}
      value={typed ?? draft}
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
