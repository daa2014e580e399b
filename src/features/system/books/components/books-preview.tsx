import { Alert, Button, Group, Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { countText, withTax } from '@/shared/domain/text/formats'
import list from '@/shared/ui/page/record-list.module.css'
import { type BookRow } from '../import/book-rows'
import type { BookSource } from '../import/book-source'
import { type BookKind, bookKinds } from '../import/fields'
import { saveWrongRows } from '../import/wrong-rows'
import classes from './books.module.css'

const pageSize = 50

type BooksPreviewProps = {
  source: BookSource
  header: string[]
  rows: BookRow[]
  onBack: () => void
  onImport: () => void
}

/** Every row as it was read, the wrong ones first with what is wrong. */
export function BooksPreview({ source, header, rows, onBack, onImport }: BooksPreviewProps) {
  const kind: BookKind = bookKinds[source.kind]
  const wrong = useMemo(() => rows.filter(({ problem }) => problem !== null), [rows])
  const [shown, setShown] = useState<'all' | 'wrong'>(wrong.length > 0 ? 'wrong' : 'all')
  const [page, setPage] = useState(1)
  const fitting = shown === 'wrong' ? wrong : rows
  const right = rows.length - wrong.length
  const pages = Math.ceil(fitting.length / pageSize)
  const leftOut = header.filter((_, column) => (source.columns[column] ?? null) === null)
  return (
    <Stack>
      {leftOut.length > 0 ? (
        <Alert color="yellow" title="Not imported: nobody said what these columns hold">
          {leftOut.join(' · ')}
        </Alert>
      ) : null}
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Rows to show"
          value={shown}
          onChange={(value) => {
            setShown(value)
            setPage(1)
          }}
          data={[
            { value: 'all', label: `All ${countText(rows.length)}` },
            { value: 'wrong', label: `Wrong ${countText(wrong.length)}` },
          ]}
        />
        {wrong.length > 0 ? (
          <Button variant="default" size="xs" onClick={() => saveWrongRows(kind.many, header, wrong)}>
            Save the wrong rows
          </Button>
        ) : null}
      </Group>
      {fitting.length === 0 ? <Text c="dimmed">No row is wrong.</Text> : null}
      {fitting.length > 0 ? (
        <Table aria-label="Rows of the file" className={list.table}>
          <Table.Tbody>
            {fitting.slice((page - 1) * pageSize, page * pageSize).map((row) => (
              <Row key={row.line} row={row} kind={kind} />
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
      {pages > 1 ? (
        <Pagination total={pages} value={page} onChange={setPage} size="sm" aria-label="Pages of rows" />
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back to the columns
        </Button>
        <Button disabled={right === 0} onClick={onImport}>
          {right === 0 ? 'Nothing to import' : `Import ${countText(right)} ${right === 1 ? kind.one : kind.many}`}
        </Button>
      </Group>
    </Stack>
  )
}

function Row({ row: { line, values, problem, cells }, kind }: { row: BookRow; kind: BookKind }) {
  const read = Object.entries(kind.fields).flatMap(([name, { label, required }]) => {
    const value = values[name]
    return value === undefined ? [] : [required ? value : `${withTax(label)}: ${value}`]
  })
  return (
    <Table.Tr className={classes.row}>
      <Table.Td className={classes.line}>Row {line}</Table.Td>
      <Table.Td className={classes.wrap}>
        <Text size="sm">{(read.length > 0 ? read : cells.filter((cell) => cell.trim() !== '')).join(' · ')}</Text>
        {problem ? (
          <Text size="sm" className={classes.problem}>
            {problem}
          </Text>
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}
