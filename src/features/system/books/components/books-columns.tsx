import { Select, Stack, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { DayField } from '@/kit/fields/day-field'
import { FileColumns } from '@/kit/files/file-columns'
import { CheckButtons, countProblem, FileDoubts, FileReading, SeparatorChoice } from '@/kit/import/file-reading'
import { NumbersWritten } from '@/kit/import/numbers-written'
import { tableOf } from '@/kit/import/table-source'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { isDay } from '@/shared/domain/time/days'
import { example, lengthUnits, withTax } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { checkRows, type SaidOfRow } from '../api/books.query'
import { type BookRow, bookRows, inPortions, sentRows } from '../import/book-rows'
import { type BookSource, columnsProblem, cutAgain } from '../import/book-source'
import { type BookKind, bookKinds } from '../import/fields'
import { dayExamples } from '../import/read-cells'

const mostRows = 20_000

type BooksColumnsProps = {
  source: BookSource
  /** False where the browser has no room for the file. */
  isKept: boolean
  /** Starts the check at once: the page was reloaded before its rows were checked. */
  checksAtOnce: boolean
  onChange: (source: BookSource) => void
  onBack: () => void
  onChecked: (header: string[], rows: BookRow[]) => void
}

/** The reading settings of a file with a preview, and the check of all its rows. */
export function BooksColumns({ source, isKept, checksAtOnce, onChange, onBack, onChecked }: BooksColumnsProps) {
  const { text, separator, hasHeader } = source
  const kind: BookKind = bookKinds[source.kind]
  const table = useMemo(() => tableOf({ text, separator, hasHeader }), [text, separator, hasHeader])
  const checking = useCheck(source, table, onChecked)
  const count = table.rows.length
  const problem =
    countProblem(count, mostRows) ??
    (kind.hasDay && !isDay(source.day ?? '')
      ? 'Please choose the day at which the former books end'
      : columnsProblem(source.kind, source.columns))
  const { mutate, isIdle } = checking
  const begins = checksAtOnce && isIdle && problem === null
  useEffect(() => {
    if (begins) mutate()
  }, [begins, mutate])
  return (
    <Stack>
      <Reading source={source} count={count} onChange={onChange} />
      <FileDoubts unclosedFrom={table.unclosedFrom} isKept={isKept} />
      <FileColumns
        header={table.header}
        rows={table.rows.slice(0, 40).map(({ cells }) => cells)}
        choices={Object.entries(kind.fields).map(([value, { label }]) => ({ value, label: withTax(label) }))}
        columns={source.columns}
        onChoose={(column, holds) =>
          onChange({ ...source, columns: source.columns.map((held, at) => (at === column ? holds : held)) })
        }
      />
      {problem ? <Problem>{problem}</Problem> : null}
      {checking.isError ? <Problem onRetry={() => checking.mutate()}>{saveProblem(checking.error)}</Problem> : null}
      <CheckButtons
        count={count}
        isChecking={checking.isPending}
        isRefused={problem !== null}
        onBack={onBack}
        onCheck={() => checking.mutate()}
      />
    </Stack>
  )
}

function useCheck(source: BookSource, table: ReturnType<typeof tableOf>, onChecked: BooksColumnsProps['onChecked']) {
  const kind: BookKind = bookKinds[source.kind]
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  return useActMutation({
    mutationFn: async () => {
      abort.current = new AbortController()
      const rows = bookRows(table.rows, source)
      const said = new Map<number, SaidOfRow>()
      const sound = sentRows(rows.filter(({ problem }) => problem === null))
      for (const portion of inPortions(sound, kind.isGrouped))
        for (const [line, words] of await checkRows(
          source.kind,
          portion,
          kind.hasDay ? source.day : null,
          abort.current.signal,
        ))
          said.set(line, words)
      return rows.map((row) => withSaid(row, said.get(row.line)))
    },
    onSuccess: (rows) => onChecked(table.header, rows),
  })
}

/** The row with what the database says of it. */
const withSaid = (row: BookRow, said: SaidOfRow | undefined): BookRow => ({
  ...row,
  problem: row.problem ?? said?.problem ?? null,
  note: [row.note, said?.note].filter(Boolean).join('; ') || null,
})

type ReadingProps = { source: BookSource; count: number; onChange: (source: BookSource) => void }

/** How the file is read: what was recognised is shown, and can be changed. */
function Reading({ source, count, onChange }: ReadingProps) {
  const kind: BookKind = bookKinds[source.kind]
  const isSheet = source.encoding === 'Spreadsheet'
  const holds = (type: string) => source.columns.some((name) => name !== null && kind.fields[name]?.type === type)
  return (
    <FileReading
      source={source}
      count={count}
      kind={kind.title}
      onHeader={(hasHeader) => onChange({ ...source, hasHeader })}
    >
      {isSheet && source.sheets.length > 1 ? <SheetOfFile source={source} onChange={onChange} /> : null}
      {isSheet ? null : <TextReading source={source} onChange={onChange} />}
      {holds('length') ? (
        <Select
          label="Sizes are in"
          allowDeselect={false}
          w={180}
          data={Object.entries({ ...lengthUnits, in: 'Inches' }).map(([value, label]) => ({ value, label }))}
          value={source.lengths}
          onChange={(value) => value && onChange({ ...source, lengths: value as BookSource['lengths'] })}
        />
      ) : null}
      {kind.isGrouped ? <TaxOfRest source={source} onChange={onChange} /> : null}
      {holds('day') ? <DaysOfFile source={source} onChange={onChange} /> : null}
      {kind.hasDay ? (
        <DayField
          label="The former books end on"
          value={source.day ?? ''}
          onChange={(day) => onChange({ ...source, day })}
        />
      ) : null}
    </FileReading>
  )
}

function SheetOfFile({ source, onChange }: Omit<ReadingProps, 'count'>) {
  const { id: me } = useCurrentUser()
  return (
    <Select
      label="Sheet"
      allowDeselect={false}
      data={source.sheets.map(({ name }, place) => ({ value: String(place), label: name }))}
      value={String(source.sheet)}
      onChange={(place) => place !== null && onChange(cutAgain(me, source, { sheet: Number(place) }))}
    />
  )
}

/** The rate of papers of which the file says no tax and no rate. */
function TaxOfRest({ source, onChange }: Omit<ReadingProps, 'count'>) {
  return (
    <TextInput
      label={withTax('{Tax} rate where the file says none')}
      placeholder={example('18')}
      w={220}
      value={source.taxOfRest}
      onChange={(event) => onChange({ ...source, taxOfRest: event.currentTarget.value })}
    />
  )
}

function DaysOfFile({ source, onChange }: Omit<ReadingProps, 'count'>) {
  return (
    <Select
      label="Days are written"
      allowDeselect={false}
      w={160}
      data={Object.entries(dayExamples).map(([value, label]) => ({ value, label }))}
      value={source.days}
      onChange={(value) => value && onChange({ ...source, days: value as BookSource['days'] })}
    />
  )
}

/** How the text of a file is cut, and how its numbers are written. */
function TextReading({ source, onChange }: Omit<ReadingProps, 'count'>) {
  const { id: me } = useCurrentUser()
  return (
    <>
      <SeparatorChoice
        value={source.separator}
        onChange={(separator) => onChange(cutAgain(me, source, { separator }))}
      />
      <NumbersWritten value={source.decimals} onChange={(decimals) => onChange({ ...source, decimals })} />
    </>
  )
}
