import { Table, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import { type Field, type FieldInput, type FieldOptions, helpOf } from '@/kit/fields/field'
import { compared, exact } from '@/shared/domain/money/decimal'
import { readDecimal } from '@/shared/domain/money/money'
import classes from './accounts.module.css'

/** One row of the field, `isWhole` where only whole pieces are taken: `most` is plain decimal text, `most written` its display form. */
export type AmountRow = { id: string; label: string; detail: string; most: string; isWhole?: boolean }
export type RowAmount = { id: string; amount: string }

type Options = FieldOptions & {
  /** Decimals that may be typed: 2 for money, 4 for quantities. */
  places: number
  /** The header of the column of fields. */
  column: string
}

const draftSchema = z.record(z.string(), z.string()).catch({})
const readDraft = (draft: string): Record<string, string> => draftSchema.parse(parsed(draft || '{}'))

/** An amount for some of several rows. Saved as the rows with an amount above zero. */
export function amounts(label: string, rows: readonly AmountRow[], options: Options): Field<RowAmount[]> {
  const { places, column, ...shown } = options
  const read = (row: AmountRow, typed: string | undefined) =>
    typed === undefined || typed.trim() === ''
      ? null
      : readDecimal(typed, { places, least: '0', most: row.most, isWhole: row.isWhole ?? false })
  const filled = (draft: string): RowAmount[] => {
    const typed = readDraft(draft)
    return rows.flatMap((row) => {
      const amount = read(row, typed[row.id])
      return amount && 'value' in amount && compared(exact(amount.value), exact('0')) > 0
        ? [{ id: row.id, amount: amount.value }]
        : []
    })
  }
  const problemOf = (row: AmountRow, draft: string): string | null => {
    const amount = read(row, readDraft(draft)[row.id])
    return amount && 'problem' in amount ? amount.problem : null
  }
  return {
    wide: true,
    ...shown,
    label,
    draftOf: (stored) =>
      typeof stored === 'object' && stored !== null ? JSON.stringify(draftSchema.parse(stored)) : '{}',
    isEmpty: (draft) => Object.values(readDraft(draft)).every((typed) => typed.trim() === ''),
    problem: (draft) => {
      const wrong = rows.find((row) => problemOf(row, draft) !== null)
      return wrong ? `${wrong.label}: ${problemOf(wrong, draft)}` : null
    },
    valueOf: filled,
    words: (draft) => `${filled(draft).length} of ${rows.length}`,
    Input: function AmountsInput({ id, value, onChange, onBlur, disabled, error }: FieldInput) {
      const typed = readDraft(value)
      return (
        <div role="group" aria-labelledby={`${id}-label`}>
          <Text id={`${id}-label`} size="sm" fw={500} mb={4}>
            {label}
          </Text>
          {shown.help ? (
            <Text size="xs" c="dimmed" mb={4}>
              {helpOf(shown)}
            </Text>
          ) : null}
          <Table verticalSpacing={4} className={classes.amounts}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Of</Table.Th>
                <Table.Th ta="right" w={130}>
                  {column}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row, place) => (
                <Table.Tr key={row.id}>
                  <Table.Td>
                    {row.label}
                    <Text size="xs" c="dimmed">
                      {row.detail}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      {...(place === 0 ? { id } : {})}
                      aria-label={`${column} of ${row.label}`}
                      inputMode="decimal"
                      classNames={{ input: classes.figure ?? '' }}
                      value={typed[row.id] ?? ''}
                      disabled={disabled}
                      error={problemOf(row, value)}
                      onChange={(event) => onChange(JSON.stringify({ ...typed, [row.id]: event.currentTarget.value }))}
                      onBlur={onBlur}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {error ? (
            <Text size="sm" c="red" role="alert">
              {error}
            </Text>
          ) : null}
        </div>
      )
    },
  }
}
