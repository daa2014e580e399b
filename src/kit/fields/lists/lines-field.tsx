import { withTax } from '@/shared/domain/text/formats'
import { ActionIcon, Button, TextInput, Title, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { storableLine } from '@/shared/domain/text/storable'
import { parsed } from '../choice-fields'
import type { Field, FieldInput, FieldOptions } from '../field'
import { LengthInput } from '../length-input'
import classes from './lines-field.module.css'

type LinesOptions<Part extends string> = FieldOptions & {
  /** The labels of the parts of one line: `{ name: 'Name', position: 'Position' }`. */
  parts: Record<Part, string>
  /** The parts that are lengths, as typed; with one of them, its other side. */
  lengths?: Partial<Record<Part, Part>>
  /** `director`: for the buttons. */
  one: string
  /** The number of lines that are always shown. */
  least?: number
  most?: number
}
export type Line<Part extends string> = Record<Part, string>

/** A short list of lines that are filled in, added and taken away. Saved as a list without empty lines. */
export function lines<Part extends string>(label: string, options: LinesOptions<Part>): Field<Line<Part>[]> {
  const { parts, one, lengths = {}, least = 1, most = 10, ...shown } = options
  const names = Object.keys(parts).filter((name): name is Part => name in parts)
  const lineOf = (item: unknown): Line<Part>[] => {
    if (typeof item !== 'object' || item === null) return []
    const line: Partial<Line<Part>> = {}
    for (const name of names) {
      const value: unknown = Reflect.get(item, name)
      line[name] = typeof value === 'string' ? value : ''
    }
    return [line as Line<Part>]
  }
  const read = (stored: unknown) => (Array.isArray(stored) ? stored.flatMap(lineOf) : [])
  const filled = (draft: string) =>
    read(parsed(draft)).flatMap((line) => {
      const stored = Object.fromEntries(names.map((name) => [name, storableLine(line[name])]))
      return names.some((name) => stored[name] !== '') ? lineOf(stored) : []
    })
  const atLeast = (items: Line<Part>[]) => [
    ...items,
    ...Array.from({ length: Math.max(0, least - items.length) }, () => lineOf({})).flat(),
  ]
  const otherSide = (name: Part, fill: (text: string, other: Readonly<Record<string, string>>) => void) => {
    const other = (lengths as Partial<Record<Part, Part>>)[name]
    return other === undefined ? null : (text: string, second: string) => fill(text, { [other]: second })
  }
  return {
    wide: true,
    ...shown,
    label,
    isEmpty: (draft) => filled(draft).length === 0,
    draftOf: (stored) => JSON.stringify(atLeast(read(stored))),
    problem: (draft) =>
      read(parsed(draft)).some((line) => names.some((name) => line[name].length > 200))
        ? 'Each part has at most 200 characters'
        : null,
    valueOf: filled,
    words: (draft) =>
      filled(draft)
        .map((line) => line[names[0]!])
        .filter(Boolean)
        .join(', '),
    Input: function LinesInput({ value, onChange, onBlur, disabled, error }: FieldInput) {
      const items = read(parsed(value))
      const put = (next: Line<Part>[]) => onChange(JSON.stringify(next))
      const fill = (at: number, changed: Readonly<Record<string, string>>) =>
        put(items.map((line, index) => (index === at ? { ...line, ...changed } : line)))
      return (
        <section>
          <Title order={2} size="sm" mb="xs">
            {label}
          </Title>
          {items.map((item, index) => (
            <div key={index} className={classes.line} role="group" aria-label={`${label} ${index + 1}`}>
              <div className={classes.parts}>
                {names.map((name) => (
                  <PartInput
                    key={name}
                    label={withTax(parts[name])}
                    disabled={disabled}
                    value={item[name]}
                    error={index === 0 && name === names[0] ? error : null}
                    onBlur={onBlur}
                    onChange={(text) => fill(index, { [name]: text })}
                    onSides={otherSide(name, (text, other) => fill(index, { [name]: text, ...other }))}
                  />
                ))}
              </div>
              {items.length > least ? (
                <Tooltip label={`Take this ${one} away`}>
                  <ActionIcon
                    mt={26}
                    size={36}
                    aria-label={`Take this ${one} away`}
                    onClick={() => put(items.filter((_, at) => at !== index))}
                  >
                    <IconTrash size={18} stroke={1.5} />
                  </ActionIcon>
                </Tooltip>
              ) : null}
            </div>
          ))}
          {items.length < most ? (
            <Button
              mt="sm"
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => put([...items, ...lineOf({})])}
            >
              {items.length === 0 ? (/^[aeiou]/.test(one) ? 'An' : 'A') : 'Another'} {one}
            </Button>
          ) : null}
        </section>
      )
    },
  }
}

type PartInputProps = Pick<FieldInput, 'label' | 'disabled' | 'value' | 'error' | 'onBlur' | 'onChange'> & {
  /** Takes both sides of a size; null for a part that is no length. */
  onSides: ((text: string, other: string) => void) | null
}

/** One part of a line, as typed. */
function PartInput({ onChange, onSides, ...input }: PartInputProps) {
  const shared = { ...input, autoComplete: 'off', maxLength: 200 }
  return onSides === null ? (
    <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <LengthInput {...shared} onChange={onChange} onSides={onSides} />
  )
}
