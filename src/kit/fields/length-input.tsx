import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { DecimalRule } from '@/shared/domain/money/money'
import { bareLength, readMillimetres, settledLength, typedSides, understoodText } from '@/shared/domain/text/length'

type LengthInputProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: string
  onChange: (text: string) => void
  rule?: DecimalRule
  /** Takes both sides of `8' × 4'`; without it, one field takes one side. */
  onSides?: ((text: string, other: string) => void) | undefined
}

/**
 * One length as typed. Under it stands what was understood, while it is typed; when the person leaves it, it is written in
 * the unit that they see.
 */
export function LengthInput({ value, onChange, rule, onSides, onBlur, onFocus, ...input }: LengthInputProps) {
  const [isHere, setHere] = useState(false)
  const understood = isHere ? understoodText(value) : null
  const settle = () => {
    const [first = '', second, ...more] = onSides ? typedSides(value) : []
    if (second !== undefined && more.length === 0 && isRead(first) && isRead(second))
      return onSides?.(written(first, rule), written(second, rule))
    const settled = settledLength(value, rule)
    if (settled !== null) onChange(settled)
  }
  return (
    <TextInput
      inputMode="text"
      autoComplete="off"
      {...input}
      value={value}
      inputContainer={(field: ReactNode) => (
        <>
          {field}
          {understood === null ? null : (
            <Text size="xs" c="dimmed" mt={2} aria-live="polite">
              {understood}
            </Text>
          )}
        </>
      )}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => {
        setHere(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setHere(false)
        settle()
        onBlur?.(event)
      }}
    />
  )
}

const isRead = (side: string): boolean => 'value' in readMillimetres(side)

function written(side: string, rule?: DecimalRule): string {
  const read = readMillimetres(side, rule)
  return 'value' in read ? bareLength(read.value, {}, rule?.places) : side
}
