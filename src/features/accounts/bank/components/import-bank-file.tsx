import { Alert, Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { type BankFile, reckonedClosing, repeatedIn } from '@/documents/bank-statements/bank-file'
import {
  bankColumns,
  columnsProblem,
  csvReading,
  type CsvReading,
  csvSample,
  type DayOrder,
  isBankColumn,
  readBankCsv,
  withOwnAccount,
} from '@/documents/bank-statements/read-bank-csv'
import { FileColumns } from '@/kit/files/file-columns'
import { FileDrop } from '@/kit/files/file-drop'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { decodeText } from '@/shared/domain/text/decode-file'
import { calendarDayText, countText, currentFormats } from '@/shared/domain/text/formats'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { accountsKey } from '../../shared/keys'
import { sumOf } from '../../shared/payment/allocation'
import { importBankFile } from '../api/bank.mutation'
import { type BankFilePreview, bankFilePreviewQuery, type Repeated } from '../api/bank-file.query'

type Chosen = { id: string; name: string } & ({ file: BankFile } | { reading: CsvReading })

const mostBytes = 10 * 1024 * 1024

/** The order of days as the company writes them. */
const usualOrder = (): DayOrder =>
  currentFormats().date_style === 'month_first' ? 'mdy' : currentFormats().date_style === 'year_first' ? 'ymd' : 'dmy'

const mappingSchema = z.object({
  columns: z.array(z.string().nullable()),
  dayOrder: z.enum(['dmy', 'mdy', 'ymd']),
})
/** What a person took the columns under these headings for. */
/** What this browser keeps about tables with the headings of this one. */
const keptOf = <Kept,>(what: string, reading: CsvReading, schema: z.ZodType<Kept>) =>
  memoryOfBrowser(`bank-${what}:${csvSample(reading).header.join('|').slice(0, 500)}`, schema)

const mappingOf = (reading: CsvReading) => keptOf('columns', reading, mappingSchema)

/** Of which account of ours a person said that tables with these headings are. */
const accountOf = (reading: CsvReading) => keptOf('account', reading, z.object({ account: z.string() }))

const namesNoAccount = ({ account_iban, entries }: BankFile): boolean =>
  account_iban === null && entries.every((entry) => entry.account_iban === null)

/** The reading with the columns that were chosen for the same headings before. */
function remembered(reading: CsvReading): CsvReading {
  const known = mappingOf(reading).read()
  if (known?.columns.length !== reading.columns.length) return reading
  const columns = known.columns.map((column) => (column !== null && isBankColumn(column) ? column : null))
  return withOwnAccount({ ...reading, columns, dayOrder: known.dayOrder })
}

/** What a file is that banks also write and that is not read: its name; null for another file. */
const otherFormat = (text: string): string | null =>
  /^:20:/m.test(text) && /^:(60[FM]|61|34F):/m.test(text)
    ? 'a SWIFT statement (MT940 or MT942)'
    : /^\s*(OFXHEADER|<\?OFX|<OFX>)/i.test(text) || /<OFX>/i.test(text.slice(0, 2000))
      ? 'an OFX file'
      : /^!(Type|Account)/im.test(text.slice(0, 200))
        ? 'a QIF file'
        : null

/** A file as a bank statement, or as a table whose columns a person names. Rejects in words. */
async function takenFile(taken: File): Promise<Chosen> {
  if (taken.size === 0) throw new Error('This file is empty.')
  if (taken.size > mostBytes) throw new Error('This file is larger than 10 MB. Please export a shorter time.')
  const bytes = new Uint8Array(await taken.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error('This is a spreadsheet or an archive. Please export camt.053 or CSV, and unpack a ZIP file first.')
  if (bytes[0] === 0x25 && bytes[1] === 0x50)
    throw new Error('This is a PDF. Please export the statement as camt.053 or CSV.')
  const { text } = decodeText(bytes)
  if (text.includes('\u0000')) throw new Error('This is not a text file.')
  const other = otherFormat(text)
  if (other) throw new Error(`This is ${other}. Please export the statement as camt.053 (XML) or CSV.`)
  const shared = { id: newId(), name: taken.name }
  if (/^\uFEFF?\s*</.test(text))
    return {
      ...shared,
      file: (await import('@/documents/bank-statements/read-camt')).readCamt(text.replace(/^\uFEFF/, '')),
    }
  return { ...shared, reading: remembered(csvReading(text, undefined, usualOrder())) }
}

/** Reads a bank file, shows its content, and imports it. */
export function ImportBankFile({ onDone }: { onDone: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const taking = useOneMutation({ mutationFn: takenFile, onSuccess: setChosen })
  const reading = chosen && 'reading' in chosen ? chosen.reading : null
  const read = useMemo(() => (chosen ? readChosen(chosen) : null), [chosen])
  return (
    <Stack>
      <FileDrop
        accept=".xml,.csv,.txt,.tsv,.sta,.mt940,.ofx,.qfx,.qif,application/xml,text/xml,text/csv,text/plain"
        button={chosen ? 'Another file' : 'Choose a file'}
        variant={chosen ? 'default' : 'filled'}
        isBusy={taking.isPending}
        onFile={(file) => taking.mutate(file)}
      >
        <IconFileImport size={32} stroke={1.25} aria-hidden />
        <Text c="dimmed" ta="center">
          {chosen ? chosen.name : 'camt.053 (XML) or CSV, at most 10 MB. Drop the file here or choose it.'}
        </Text>
      </FileDrop>
      {taking.isError ? <Problem>{taking.error.message}</Problem> : null}
      {reading && chosen ? (
        <Columns
          reading={reading}
          onChange={(next) => {
            mappingOf(next).keep({ columns: next.columns, dayOrder: next.dayOrder })
            setChosen({ id: newId(), name: chosen.name, reading: next })
          }}
        />
      ) : null}
      {read && 'problem' in read ? <Problem>{read.problem}</Problem> : null}
      {chosen && read && 'file' in read ? (
        <ReadFile
          key={chosen.id}
          id={chosen.id}
          name={chosen.name}
          file={read.file}
          kept={reading && namesNoAccount(read.file) ? accountOf(reading) : null}
          onDone={onDone}
        />
      ) : null}
    </Stack>
  )
}

type ReadFileProps = {
  id: string
  name: string
  file: BankFile
  /** Of which account tables with these columns are. */
  kept: ReturnType<typeof accountOf> | null
  onDone: () => void
}

/** The content of a file, how much of it is imported already, and the button that imports the rest. */
function ReadFile({ id, name, file: read, kept, onDone }: ReadFileProps) {
  const [account, setAccount] = useState(() => kept?.read()?.account ?? null)
  const file = useMemo(() => (account === null ? read : { ...read, account_iban: account }), [read, account])
  const queryClient = useQueryClient()
  const repeated = useMemo(() => repeatedIn(file.entries), [file])
  const [answer, setAnswer] = useState<Repeated | null>(null)
  const preview = useQuery({ ...bankFilePreviewQuery(id, name, file, answer), placeholderData: keepPreviousData })
  const importing = useOneMutation({
    mutationFn: () => importBankFile(id, name, file, answer),
    onSuccess: (done) => {
      notifications.show({ message: importedWords(done) })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const accounts = preview.data?.accounts ?? []
  const mayBe = account !== null && !accounts.includes(account) ? [account, ...accounts] : accounts
  const lacksAccount = accounts.length > 1 && account === null
  const fresh = preview.data ? preview.data.entries - preview.data.known : 0
  return (
    <>
      <Contents
        file={file}
        account={file.account_iban ?? preview.data?.account ?? null}
        known={preview.data ? knownWords(preview.data) : null}
      />
      {kept && (lacksAccount || account !== null) ? (
        <Select
          label="Our account of this file"
          description="The file does not name it. Files with these columns are taken for it from now on."
          placeholder="Choose the account"
          data={mayBe.map((iban) => ({ value: iban, label: readableIban(iban) }))}
          allowDeselect={false}
          maw={420}
          value={account}
          onChange={(chosen) => {
            if (!chosen) return
            kept.keep({ account: chosen })
            setAccount(chosen)
          }}
        />
      ) : null}
      {repeated.length > 0 && fresh > 0 ? (
        <AskRepeated file={file} places={repeated} answer={answer} onAnswer={setAnswer} />
      ) : null}
      {preview.isError ? <Problem>{saveProblem(preview.error)}</Problem> : null}
      {importing.isError ? <Problem>{saveProblem(importing.error)}</Problem> : null}
      {fresh > 0 && !preview.data?.imported ? (
        <Group justify="flex-end">
          <Button
            loading={importing.isPending}
            disabled={(repeated.length > 0 && answer === null) || lacksAccount || preview.isPlaceholderData}
            onClick={() => importing.mutate()}
          >
            {importText(fresh)}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

const importText = (count: number): string => (count === 1 ? 'Import 1 entry' : `Import ${countText(count)} entries`)

/** How much of a file is imported already; null when nothing is. */
function knownWords({ entries, known, imported }: BankFilePreview): string | null {
  if (known > 0 && known === entries)
    return known === 1 ? 'The only entry is already imported.' : `All ${countText(known)} entries are already imported.`
  if (imported) return `${imported}.`
  if (known === 0) return null
  return `${countText(known)} of ${countText(entries)} ${known === 1 ? 'is already imported and is' : 'are already imported and are'} left out.`
}

const importedWords = ({ entries, known, repeated }: { entries: number; known: number; repeated: number }): string =>
  [
    `${entries === 1 ? '1 entry is' : `${countText(entries)} entries are`} imported.`,
    known > 0 ? `${countText(known)} ${known === 1 ? 'was' : 'were'} here before.` : '',
    repeated > 0 ? `${countText(repeated)} repeated ${repeated === 1 ? 'one is' : 'ones are'} left out.` : '',
  ]
    .filter(Boolean)
    .join(' ')

type AskRepeatedProps = {
  file: BankFile
  /** Places of the entries that repeat another one. */
  places: readonly number[]
  answer: Repeated | null
  onAnswer: (answer: Repeated) => void
}

/**
 * Asks whether entries with a repeated bank reference are the same payment: a file may contain it twice, or a bank may
 * not number its entries.
 */
function AskRepeated({ file, places, answer, onAnswer }: AskRepeatedProps) {
  const named = places.slice(0, 3).flatMap((place) => {
    const entry = file.entries[place]
    return entry
      ? [
          `${formatMoney(entry.amount, entry.currency)} of ${calendarDayText(entry.booked_on)} (${entry.bank_reference ?? ''})`,
        ]
      : []
  })
  return (
    <Alert
      color="yellow"
      title={
        places.length === 1
          ? "1 entry has the bank's reference of another one"
          : `${countText(places.length)} entries have the bank's reference of another one`
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          {`Day and amount are the same too: ${named.join(', ')}${places.length > 3 ? ` and ${countText(places.length - 3)} more` : ''}.`}
        </Text>
        <Radio.Group
          label="Is it the same payment?"
          value={answer}
          onChange={(value) => onAnswer(value === 'keep' ? 'keep' : 'leave out')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="leave out" label="Yes: leave the repeated ones out" />
            <Radio value="keep" label="No: they are payments of their own" />
          </Stack>
        </Radio.Group>
      </Stack>
    </Alert>
  )
}

function readChosen(chosen: Chosen): { file: BankFile } | { problem: string } {
  if ('file' in chosen) return { file: chosen.file }
  const problem = columnsProblem(chosen.reading.columns)
  if (problem) return { problem: `${problem}.` }
  try {
    return { file: readBankCsv(chosen.reading, currentFormats().currency) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This file cannot be read.' }
  }
}

/** The content of the file, before the import. `account`: the one of ours. `known`: how much of it is imported already. */
function Contents({ file, account, known }: { file: BankFile; account: string | null; known: string | null }) {
  const days = file.entries.map(({ booked_on }) => booked_on).sort()
  const reckoned = reckonedClosing(file)
  const side = (direction: 'in' | 'out') => {
    const entries = file.entries.filter((entry) => entry.direction === direction)
    const currencies = new Set(entries.map(({ currency }) => currency))
    const sums = [...(currencies.size > 0 ? currencies : [file.currency])].map((currency) =>
      formatMoney(sumOf(entries.filter((entry) => entry.currency === currency)), currency),
    )
    return `${countText(entries.length)} ${direction}, ${sums.join(' and ')}`
  }
  return (
    <div role="status">
      <Text fw={600}>
        {[
          account ? `Our account ${readableIban(account)}` : null,
          `${calendarDayText(days[0] ?? '')} – ${calendarDayText(days.at(-1) ?? '')}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Text size="sm">
        {[
          side('in'),
          side('out'),
          file.closing === null ? null : `closing balance ${formatMoney(file.closing, file.currency)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {known ? (
        <Text size="sm" fw={600} mt="xs">
          {known}
        </Text>
      ) : null}
      {reckoned !== null && file.closing !== null ? (
        <Alert color="yellow" mt="xs" title="The entries do not lead to the closing balance">
          <Text size="sm">
            {`With the opening balance they come to ${formatMoney(reckoned, file.currency)}, and the statement ends at ${formatMoney(file.closing, file.currency)}. The file may lack entries.`}
          </Text>
        </Alert>
      ) : null}
      {file.leftOut.length > 0 ? (
        <Text size="sm" c="dimmed">
          {`Left out: ${file.leftOut.slice(0, 5).join(' ')}${file.leftOut.length > 5 ? ` And ${countText(file.leftOut.length - 5)} more.` : ''}`}
        </Text>
      ) : null}
    </div>
  )
}

const columnChoices = Object.entries(bankColumns).map(([value, label]) => ({ value, label }))
const dayOrders: { value: DayOrder; label: string }[] = [
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'ymd', label: 'Year, month, day' },
]

/** The guessed meaning of each column, with fields to correct it. */
function Columns({ reading, onChange }: { reading: CsvReading; onChange: (reading: CsvReading) => void }) {
  const { header, rows } = useMemo(() => csvSample(reading), [reading])
  return (
    <Stack gap="sm">
      <Select
        label="Days are written as"
        allowDeselect={false}
        data={dayOrders}
        maw={260}
        value={reading.dayOrder}
        onChange={(value) => value && onChange({ ...reading, dayOrder: value })}
      />
      <FileColumns
        header={header}
        rows={rows}
        choices={columnChoices}
        columns={reading.columns}
        onChoose={(column, holds) =>
          onChange({
            ...reading,
            columns: header.map((_, place) =>
              place === column ? (holds && isBankColumn(holds) ? holds : null) : (reading.columns[place] ?? null),
            ),
          })
        }
      />
    </Stack>
  )
}
