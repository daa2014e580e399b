import { ColorInput, ColorSwatch, Group } from '@mantine/core'
import type { Field, FieldOptions } from './field'
import { shared, textField } from './text-fields'

/** A colour such as `#0b5c73`. */
export const colour = (label: string, options: FieldOptions = {}): Field<string | null> => ({
  show: (draft) => <Swatch of={draft} />,
  ...textField(
    label,
    {
      missing: 'Please choose a colour',
      ...options,
      max: 7,
      check: (typed) => (/^#[0-9a-f]{6}$/i.test(typed) ? null : 'A colour is # and six signs of 0–9 and a–f: #0b5c73'),
      stored: (typed) => typed.toLowerCase(),
    },
    7,
    ({ onChange, ...input }) => <ColorInput {...shared(input)} format="hex" value={input.value} onChange={onChange} />,
  ),
})

const Swatch = ({ of }: { of: string }) =>
  of === '' ? null : (
    <Group component="span" display="inline-flex" gap="xs" wrap="nowrap" style={{ verticalAlign: 'middle' }}>
      <ColorSwatch component="span" color={of} size={18} aria-hidden />
      {of}
    </Group>
  )
