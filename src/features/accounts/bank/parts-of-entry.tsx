import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import type { Field, FieldInput } from '@/kit/fields/field'
import { compared, exact, minus, negative, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal } from '@/shared/domain/money/money'
import { newId } from '@/shared/lib/new-id'

type Direction = 'in' | 'out'
const partSchema = z.object({ id: z.string(), direction: z.enum(['in', 'out']), amount: z.string(), words: z.string() })
/** A part of an entry of the bank, as it is typed. `id` is chosen here, so that a repeated call splits once. */
export type Part = z.infer<typeof partSchema>
type Whole = { direction: string; amount: string; currency: string }

const draftSchema = z.array(partSchema).catch([])
const readDraft = (draft: string): Part[] => draftSchema.parse(parsed(draft || '[]'))

const typedOf = ({ amount }: Part) => readDecimal(amount, { places: 2, least: '0.01', most: '999999999.99' })

/** What is left of the entry, as decimal text; a part the other way counts against the others. */
export function leftOf(whole: Whole, parts: readonly Part[]): string {
  const counted = parts.flatMap((part) => {
    const typed = typedOf(part)
    if (!('value' in typed)) return []
    return [part.direction === whole.direction ? exact(typed.value) : negative(exact(typed.value))]
  })
  return written(minus(exact(whole.amount), sum([exact('0.00'), ...counted])))
}

/** Two rows to begin with. */
export const firstParts = ({ direction }: Whole): Part[] =>
  [1, 2].map(() => ({ id: newId(), direction: direction === 'in' ? 'in' : 'out', amount: '', words: '' }))

/** The parts of an entry: amount, direction and what each is. They come to the entry. */
export const bankParts = (whole: Whole): Field<Part[]> => ({
  label: 'Parts',
  required: true,
  missing: 'Please enter the parts',
  wide: true,
  draftOf: (stored) => JSON.stringify(draftSchema.parse(stored)),
  isEmpty: (draft) => readDraft(draft).every(({ amount }) => amount.trim() === ''),
  problem: (draft) => {
    const wrong = readDraft(draft).find((part) => part.amount.trim() !== '' && 'problem' in typedOf(part))
    if (wrong) return 'Please enter amounts above zero with two decimals'
    const left = leftOf(whole, readDraft(draft))
    const off = compared(exact(left), exact('0'))
    if (off === 0) return null
    return off > 0
      ? `${formatMoney(left, whole.currency)} of the entry is in no part`
      : `The parts are ${formatMoney(left.slice(1), whole.currency)} more than the entry`
  },
  valueOf: (draft) =>
    readDraft(draft).flatMap((part) => {
      const typed = typedOf(part)
      return 'value' in typed ? [{ ...part, amount: typed.value }] : []
    }),
  words: (draft) => `${readDraft(draft).length} parts`,
  Input: (input) => <PartsInput whole={whole} {...input} />,
})

function PartsInput({ whole, id, value, onChange, onBlur, disabled, error }: FieldInput & { whole: Whole }) {
  const parts = readDraft(value)
  const put = (next: readonly Part[]) => onChange(JSON.stringify(next))
  const left = formatMoney(leftOf(whole, parts), whole.currency)
  return (
    <Stack gap="xs" role="group" aria-labelledby={`${id}-label`}>
      <Text id={`${id}-label`} size="sm" fw={500}>
        Parts
      </Text>
      {parts.map((part, place) => (
        <PartRow
          key={part.id}
          {...(place === 0 ? { id } : {})}
          number={place + 1}
          part={part}
          disabled={disabled}
          onChange={(change) => put(parts.map((one) => (one === part ? { ...one, ...change } : one)))}
          onBlur={onBlur}
        />
      ))}
      <Group justify="space-between">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={disabled || parts.length >= 50}
          onClick={() => put([...parts, ...firstParts(whole).slice(1)])}
        >
          Add part
        </Button>
        <Text size="sm" role="status">
          {`${left} left of ${formatMoney(whole.amount, whole.currency)}`}
        </Text>
      </Group>
      {error ? (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  )
}

type PartRowProps = {
  id?: string
  number: number
  part: Part
  disabled: boolean
  onChange: (change: Partial<Part>) => void
  onBlur: () => void
}

const PartRow = ({ id, number, part, disabled, onChange, onBlur }: PartRowProps) => (
  <Group gap="xs" wrap="wrap">
    <TextInput
      {...(id ? { id } : {})}
      w={120}
      inputMode="decimal"
      aria-label={`Amount of part ${number}`}
      placeholder="Amount"
      value={part.amount}
      disabled={disabled}
      onChange={(event) => onChange({ amount: event.currentTarget.value })}
      onBlur={onBlur}
    />
    <SegmentedControl<Direction>
      size="xs"
      aria-label={`Direction of part ${number}`}
      value={part.direction}
      disabled={disabled}
      onChange={(direction) => onChange({ direction })}
      data={[
        { value: 'in', label: 'In' },
        { value: 'out', label: 'Out' },
      ]}
    />
    <TextInput
      flex={1}
      miw={140}
      maxLength={200}
      aria-label={`What part ${number} is`}
      placeholder="Rent, charge, client"
      value={part.words}
      disabled={disabled}
      onChange={(event) => onChange({ words: event.currentTarget.value })}
    />
  </Group>
)
