import { ActionIcon, Box, Button, Group, Select, Text, TextInput, Title, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import type { Field, FieldInput } from '@/kit/fields/field'
import { type DecimalSign } from '@/kit/import/number-cell'
import { NumbersWritten } from '@/kit/import/numbers-written'
import { isZero } from '@/shared/domain/money/is-zero'
import { currencySign, formatMoney } from '@/shared/domain/money/money'
import { bookableAccountsQuery } from './api/account-choices.query'
import { bookable, emptyLine, type EntryLine, isFilled, sumsOfEntry, withRest } from './entry-lines'
import classes from './entry-lines.module.css'
import { type PastedLines, pastedLines } from './pasted-lines'

const schema = z
  .array(z.object({ account: z.string(), words: z.string(), debit: z.string(), credit: z.string() }))
  .catch([])
const linesOf = (draft: string): EntryLine[] => schema.parse(parsed(draft))
const atLeastTwo = (lines: readonly EntryLine[]) => [
  ...lines,
  ...Array.from({ length: Math.max(0, 2 - lines.length) }, () => emptyLine),
]

const rowsOf = (rows: readonly string[]) => (rows.length === 1 ? 'this row' : `these ${rows.length} rows`)

/** The typed lines of a draft. */
export const typedLines = linesOf

/** The debits and credits of an entry: typed, or pasted from a spreadsheet. Saved as the filled lines, with plain amounts. */
export const entryLines = (): Field<EntryLine[]> => ({
  label: 'Lines',
  wide: true,
  required: true,
  missing: 'Please enter the lines',
  isEmpty: (draft) => linesOf(draft).filter(isFilled).length === 0,
  draftOf: (stored) => JSON.stringify(atLeastTwo(schema.parse(stored))),
  problem: () => null,
  valueOf: (draft) => bookable(linesOf(draft)),
  words: (draft) => `${linesOf(draft).filter(isFilled).length} lines`,
  Input: EntryLinesInput,
})

type Pasted = PastedLines & { at: number; text: string }

function EntryLinesInput({ value, onChange, onBlur, disabled, error }: FieldInput) {
  const { data: accounts = [] } = useQuery(bookableAccountsQuery)
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const lines = linesOf(value)
  const put = (next: readonly EntryLine[]) => onChange(JSON.stringify(next))
  const fill = (at: number, changed: Partial<EntryLine>) =>
    put(lines.map((line, place) => (place === at ? { ...line, ...changed } : line)))
  const take = (at: number, text: string, decimals?: DecimalSign) => {
    const read = pastedLines(text, accounts, decimals)
    if (read === null) return false
    setPasted({ ...read, at, text })
    // Rows take the place of those from here on, as in a spreadsheet: pasted again they do not stand twice.
    put(atLeastTwo([...lines.slice(0, at), ...read.lines, ...lines.slice(at + read.lines.length)]))
    return true
  }
  const paste = (at: number) => (event: ClipboardEvent) => {
    if (take(at, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  const sums = sumsOfEntry(lines)
  const free = lines.findIndex((line) => line.debit.trim() === '' && line.credit.trim() === '')
  return (
    <section aria-label="Lines">
      <Title order={2} size="sm" mb="xs">
        Lines
      </Title>
      <div className={classes.head} aria-hidden>
        <span>Account</span>
        <span>Text</span>
        <span className={classes.end}>Debit</span>
        <span className={classes.end}>Credit</span>
      </div>
      {lines.map((line, at) => (
        <div key={at} className={classes.line} role="group" aria-label={`Line ${at + 1}`} onPaste={paste(at)}>
          <Select
            aria-label="Account"
            placeholder="Account"
            className={classes.account ?? ''}
            data={accounts}
            searchable
            selectFirstOptionOnChange
            disabled={disabled}
            nothingFoundMessage="No account with this number or name"
            value={line.account === '' ? null : line.account}
            onChange={(account) => fill(at, { account: account ?? '' })}
          />
          <TextInput
            aria-label="Text"
            placeholder="Text"
            className={classes.words ?? ''}
            autoComplete="off"
            maxLength={500}
            disabled={disabled}
            value={line.words}
            onBlur={onBlur}
            onChange={(event) => fill(at, { words: event.currentTarget.value })}
          />
          {(['debit', 'credit'] as const).map((side) => (
            <TextInput
              key={side}
              aria-label={side === 'debit' ? 'Debit' : 'Credit'}
              placeholder={side === 'debit' ? 'Debit' : 'Credit'}
              classNames={{ input: classes.amount ?? '' }}
              inputMode="decimal"
              autoComplete="off"
              leftSection={line[side] === '' ? null : currencySign()}
              disabled={disabled}
              value={line[side]}
              onBlur={onBlur}
              onChange={(event) =>
                fill(at, { debit: '', credit: '', [side]: event.currentTarget.value } as Partial<EntryLine>)
              }
            />
          ))}
          <Tooltip label="Take this line away">
            <ActionIcon
              size={36}
              aria-label={`Take line ${at + 1} away`}
              disabled={disabled || lines.length < 3}
              onClick={() => put(lines.filter((_, place) => place !== at))}
            >
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      <div className={classes.sums} role="status">
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={disabled || lines.length >= 300}
            onClick={() => put([...lines, emptyLine])}
          >
            Another line
          </Button>
          {isZero(sums.rest) ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={disabled}
              onClick={() => put(free < 0 ? withRest([...lines, emptyLine], lines.length) : withRest(lines, free))}
            >
              {`Put the rest of ${formatMoney(sums.rest.replace('-', ''))} on line ${free < 0 ? lines.length + 1 : free + 1}`}
            </Button>
          )}
        </Group>
        <span className={classes.end} data-side="Debit">
          {formatMoney(sums.debit)}
        </span>
        <span className={classes.end} data-side="Credit">
          {formatMoney(sums.credit)}
        </span>
      </div>
      {error ? (
        <Text size="sm" c="red" mt={4} role="alert">
          {error}
        </Text>
      ) : null}
      {pasted ? <PasteSaid pasted={pasted} onDecimals={(decimals) => take(pasted.at, pasted.text, decimals)} /> : null}
      <Text size="sm" c="dimmed" mt={4}>
        Rows of a spreadsheet can be pasted: number of the account, text, debit, credit.
      </Text>
    </section>
  )
}

/** What a paste left open: the decimal sign, unknown accounts, amounts that could not be read. */
function PasteSaid({ pasted, onDecimals }: { pasted: Pasted; onDecimals: (decimals: DecimalSign) => void }) {
  const { unknown, unread, doubt, isWide } = pasted
  const said = [
    unknown.length > 0 &&
      `The books have no account for ${rowsOf(unknown)}, or only papers move it: ${unknown.join(', ')}.`,
    unread.length > 0 && `No amount could be read in ${rowsOf(unread)}: ${unread.join(', ')}.`,
    isWide &&
      'More than two columns hold numbers. Please copy the row with the headings Debit and Credit too, or only these columns.',
  ].filter((words) => words !== false)
  return (
    <>
      {doubt === null ? null : (
        <Box mt="xs" maw={420} role="alert">
          <NumbersWritten
            value={null}
            description={`${doubt} can be read in two ways. Please say how the numbers are written; then the amounts are filled in.`}
            onChange={onDecimals}
          />
        </Box>
      )}
      {said.map((words) => (
        <Text key={words} size="sm" mt={4} role="status">
          {words}
        </Text>
      ))}
    </>
  )
}
