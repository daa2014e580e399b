import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BankFile } from '@/documents/bank/bank-file'
import {
  bankColumns,
  columnsProblem,
  csvReading,
  type CsvReading,
  csvSample,
  type DayOrder,
  isBankColumn,
  readBankCsv,
} from '@/documents/bank/read-bank-csv'
import { FileColumns } from '@/kit/files/file-columns'
import { FileDrop } from '@/kit/files/file-drop'
import { decodeText } from '@/shared/domain/decode-file'
import { calendarDayText, countText, currentFormats } from '@/shared/domain/formats'
import { readableIban } from '@/shared/domain/iban'
import { formatMoney } from '@/shared/domain/money'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { accountsKey } from '../../shared/keys'
import { sumOf } from '../../shared/payment/allocation'
import { importBankFile } from '../api/bank.mutation'

type Chosen = { id: string; name: string } & ({ file: BankFile } | { reading: CsvReading })

const mostBytes = 10 * 1024 * 1024

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
  const shared = { id: newId(), name: taken.name }
  if (/^\uFEFF?\s*</.test(text))
    return { ...shared, file: (await import('@/documents/bank/read-camt')).readCamt(text.replace(/^\uFEFF/, '')) }
  return { ...shared, reading: csvReading(text) }
}

/** Takes a file, shows what it says, and imports it. */
export function ImportBankFile({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const taking = useMutation({ mutationFn: takenFile, onSuccess: setChosen })
  const reading = chosen && 'reading' in chosen ? chosen.reading : null
  const read = useMemo(() => (chosen ? readChosen(chosen) : null), [chosen])
  const importing = useMutation({
    mutationFn: ({ id, name, file }: { id: string; name: string; file: BankFile }) => importBankFile(id, name, file),
    onSuccess: ({ entries, known }) => {
      notifications.show({
        message: `${entries === 1 ? '1 entry is' : `${countText(entries)} entries are`} imported.${known > 0 ? ` ${countText(known)} were here before.` : ''}`,
      })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })
  const take = (file: File) => {
    importing.reset()
    taking.mutate(file)
  }
  return (
    <Stack>
      <FileDrop
        accept=".xml,.csv,.txt,.tsv,application/xml,text/xml,text/csv,text/plain"
        button={chosen ? 'Another file' : 'Choose a file'}
        variant={chosen ? 'default' : 'filled'}
        isBusy={taking.isPending}
        onFile={take}
      >
        <IconFileImport size={32} stroke={1.25} aria-hidden />
        <Text c="dimmed" ta="center">
          {chosen ? chosen.name : 'camt.053 (XML) or CSV, at most 10 MB. Drop the file here or choose it.'}
        </Text>
      </FileDrop>
      {taking.isError ? <Problem>{taking.error.message}</Problem> : null}
      {reading && chosen ? (
        <Columns reading={reading} onChange={(next) => setChosen({ id: newId(), name: chosen.name, reading: next })} />
      ) : null}
      {read && 'file' in read ? <Contents file={read.file} /> : null}
      {read && 'problem' in read ? <Problem>{read.problem}</Problem> : null}
      {importing.isError ? <Problem>{saveProblem(importing.error)}</Problem> : null}
      {chosen && read && 'file' in read ? (
        <Group justify="flex-end">
          <Button
            loading={importing.isPending}
            onClick={() => importing.mutate({ id: chosen.id, name: chosen.name, file: read.file })}
          >
            {read.file.entries.length === 1
              ? 'Import 1 entry'
              : `Import ${countText(read.file.entries.length)} entries`}
          </Button>
        </Group>
      ) : null}
    </Stack>
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

/** What the file says, before anything is kept. */
function Contents({ file }: { file: BankFile }) {
  const days = file.entries.map(({ booked_on }) => booked_on).sort()
  const side = (direction: 'in' | 'out') => {
    const entries = file.entries.filter((entry) => entry.direction === direction)
    return `${countText(entries.length)} ${direction}, ${formatMoney(sumOf(entries), file.currency)}`
  }
  return (
    <div role="status">
      <Text fw={600}>
        {[
          file.account_iban ? readableIban(file.account_iban) : null,
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

/** Which column holds what, guessed and to be corrected. */
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
