import { Progress, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { FileColumns } from '@/kit/files/file-columns'
import {
  CheckButtons,
  countProblem,
  FileDoubts,
  FileReading,
  rowsText,
  SeparatorChoice,
} from '@/kit/import/file-reading'
import { countText, withTax } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { colleaguesQuery, contactTypesQuery } from '@/features/people/contacts/api/contact.query'
import { matchContacts } from '@/features/people/contacts/api/import.query'
import {
  guessColumns,
  type ImportField,
  importFieldLabels,
  isImportField,
} from '@/features/people/contacts/import/columns'
import { repeatedRows } from '@/features/people/contacts/import/duplicates-in-file'
import type { ContactMatch, JudgedRow } from '@/features/people/contacts/import/import-plan'
import { importRows, type KindChoice } from '@/features/people/contacts/import/import-rows'
import { cutBy, mappingProblem, type Source, tableOf } from '@/features/people/contacts/import/source-file'

const kinds: { value: KindChoice; label: string }[] = [
  { value: 'byRow', label: 'People and businesses' },
  { value: 'Person', label: 'People' },
  { value: 'Business', label: 'Businesses' },
]
const kindWords: Record<KindChoice, string> = {
  byRow: 'A row with a company is a business, and who is named in it its contact person.',
  Person: 'Each row is a person, also beside a company.',
  Business: 'Each row is a business, and who is named beside a company its contact person.',
}
const fieldChoices = () => Object.entries(importFieldLabels).map(([value, label]) => ({ value, label: withTax(label) }))
/** Misspelt names cost some milliseconds a row: they are looked for in files of this size, a hundred rows at a time. */
const mostForSimilar = 2000
const mostRows = 50_000

type ImportColumnsProps = {
  source: Source
  /** False where the browser has no room for the file. */
  isKept: boolean
  /** Starts the check at once: the page was reloaded before its rows were checked. */
  checksAtOnce: boolean
  onChange: (source: Source) => void
  onBack: () => void
  onChecked: (header: string[], rows: JudgedRow[]) => void
}

/** The reading settings of a file with a preview, and the check of all its rows. */
export function ImportColumns({ source, isKept, checksAtOnce, onChange, onBack, onChecked }: ImportColumnsProps) {
  const types = useQuery(contactTypesQuery)
  const managers = useQuery(colleaguesQuery)
  const mayStop = can(useRights(), 'contacts', 'edit')
  const { text, separator, hasHeader } = source
  const table = useMemo(() => tableOf({ text, separator, hasHeader }), [text, separator, hasHeader])
  const [checked, setChecked] = useState(0)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const checking = useActMutation({
    mutationFn: async () => {
      abort.current = new AbortController()
      const rows = importRows(table.rows, {
        columns: source.columns,
        kind: source.kind,
        types: types.data ?? [],
        managers: (managers.data ?? []).map(({ userId, name }) => ({ id: userId, name })),
        mayStop,
      })
      const matches = new Map<number, ContactMatch | null>()
      const nameKeys = new Map<number, string>()
      const sound = rows.filter(({ problem }) => problem === null)
      const similar = sound.length <= mostForSimilar
      const atOnce = similar ? 100 : 500
      for (let from = 0; from < sound.length; from += atOnce) {
        setChecked(from)
        for (const { line, nameKey, match } of await matchContacts(
          sound.slice(from, from + atOnce),
          similar,
          abort.current.signal,
        )) {
          matches.set(line, match)
          nameKeys.set(line, nameKey)
        }
      }
      const repeated = repeatedRows(rows, nameKeys)
      return rows.map((row) => ({
        ...row,
        match: matches.get(row.line) ?? null,
        earlier: repeated.get(row.line) ?? null,
      }))
    },
    onSuccess: (rows) => onChecked(table.header, rows),
  })

  const count = table.rows.length
  const problem = countProblem(count, mostRows) ?? mappingProblem(source.columns)
  const { mutate, isIdle } = checking
  const begins = checksAtOnce && isIdle && problem === null && !types.isPending && !managers.isPending
  useEffect(() => {
    if (begins) mutate()
  }, [begins, mutate])
  const setColumn = (column: number, field: ImportField | null) =>
    onChange({ ...source, columns: source.columns.map((held, at) => (at === column ? field : held)) })

  return (
    <Stack>
      <FileReading
        source={source}
        count={count}
        onHeader={(hasHeader) => {
          const first = tableOf({ ...source, hasHeader: true }).header
          onChange({ ...source, hasHeader, columns: hasHeader ? guessColumns(first) : source.columns })
        }}
      >
        <SeparatorChoice value={source.separator} onChange={(separator) => onChange(cutBy(source, separator))} />
        <Select
          label="These are"
          description={kindWords[source.kind]}
          allowDeselect={false}
          w={220}
          data={kinds}
          value={source.kind}
          onChange={(value) => value && onChange({ ...source, kind: value })}
        />
      </FileReading>
      <FileDoubts unclosedFrom={table.unclosedFrom} isKept={isKept} />
      <FileColumns
        header={table.header}
        rows={table.rows.slice(0, 40).map(({ cells }) => cells)}
        choices={fieldChoices()}
        columns={source.columns}
        onChoose={(column, holds) => setColumn(column, holds !== null && isImportField(holds) ? holds : null)}
      />
      {problem ? <Problem>{problem}</Problem> : null}
      {checking.isError ? <Problem onRetry={() => checking.mutate()}>{saveProblem(checking.error)}</Problem> : null}
      {checking.isPending ? (
        <div role="status">
          <Text size="sm" mb={4}>
            Looking for duplicates: {countText(checked)} of {rowsText(count)}
          </Text>
          <Progress value={(100 * checked) / Math.max(count, 1)} aria-label="Checked rows" />
        </div>
      ) : null}
      <CheckButtons
        count={count}
        isChecking={checking.isPending}
        isWaiting={types.isPending || managers.isPending}
        isRefused={problem !== null}
        onBack={onBack}
        onCheck={() => checking.mutate()}
      />
    </Stack>
  )
}
