import { Input, SegmentedControl } from '@mantine/core'
import type { DecimalSign } from './number-cell'

type NumbersWrittenProps = {
  /** Null while nobody said it: none is chosen. */
  value: DecimalSign | null
  description?: string
  onChange: (decimals: DecimalSign) => void
}

/** Asks with which decimal sign the numbers of a file or a paste are written. */
export function NumbersWritten({ value, description, onChange }: NumbersWrittenProps) {
  return (
    <Input.Wrapper label="Numbers are written" description={description}>
      <SegmentedControl
        display="flex"
        aria-label="Numbers are written"
        data={[
          { value: 'point', label: '1,234.56' },
          { value: 'comma', label: '1.234,56' },
        ]}
        value={value ?? ''}
        onChange={(decimals) => onChange(decimals as DecimalSign)}
      />
    </Input.Wrapper>
  )
}
