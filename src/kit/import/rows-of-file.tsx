import { Alert, Button, Group, List, Pagination, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { countText } from '@/shared/domain/text/formats'
import list from '@/shared/ui/page/record-list.module.css'

const pageSize = 50

type RowsOfFileProps<Row> = { rows: readonly Row[]; none: string; children: (row: Row) => ReactNode }

/** The rows of a file, fifty at a time; `none` where there are no such rows. Give it a key to begin with its first page. */
export function RowsOfFile<Row>({ rows, none, children }: RowsOfFileProps<Row>) {
  const [page, setPage] = useState(1)
  const pages = Math.ceil(rows.length / pageSize)
  if (rows.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <Stack>
      <Table aria-label="Rows of the file" className={list.table}>
        <Table.Tbody>{rows.slice((page - 1) * pageSize, page * pageSize).map(children)}</Table.Tbody>
      </Table>
      {pages > 1 ? (
        <Pagination total={pages} value={page} onChange={setPage} size="sm" aria-label="Pages of rows" />
      ) : null}
    </Stack>
  )
}

/** The columns of a file that nothing takes. */
export function LeftOutColumns({ why, columns }: { why: string; columns: readonly string[] }) {
  if (columns.length === 0) return null
  return (
    <Alert color="yellow" title={`Not imported: ${why}`}>
      {columns.join(' · ')}
    </Alert>
  )
}

type ImportButtonsProps = { text: string; isEmpty: boolean; onBack: () => void; onImport: () => void }

export function ImportButtons({ text, isEmpty, onBack, onImport }: ImportButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onBack}>
        Back to the columns
      </Button>
      <Button disabled={isEmpty} onClick={onImport}>
        {isEmpty ? 'Nothing to import' : text}
      </Button>
    </Group>
  )
}

type RefusedRowsProps = {
  title: string
  /** What a row is called: "Row" or "Line". */
  word: string
  rows: readonly { line: number; because: string }[]
  onSave: () => void
}

/** The first rows that were not imported with their reasons, and a file of all of them. */
export function RefusedRows({ title, word, rows, onSave }: RefusedRowsProps) {
  return (
    <Alert color="yellow" title={title}>
      <List size="sm">
        {rows.slice(0, 5).map(({ line, because }) => (
          <List.Item key={line}>
            {word} {line}: {because}
          </List.Item>
        ))}
        {rows.length > 5 ? <List.Item>and {countText(rows.length - 5)} more</List.Item> : null}
      </List>
      <Button mt="sm" size="xs" variant="default" onClick={onSave}>
        Save these rows with the reasons
      </Button>
    </Alert>
  )
}
