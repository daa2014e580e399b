import { Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ImportButtons, LeftOutColumns, RowsOfFile } from '@/kit/import/rows-of-file'
import { countText, withTax } from '@/shared/domain/text/formats'
import { type BookRow } from '../import/book-rows'
import type { BookSource } from '../import/book-source'
import { type BookKind, bookKinds } from '../import/fields'
import { shownCell } from '../import/read-cells'
import { saveWrongRows } from '../import/wrong-rows'
import classes from './books.module.css'

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
  const noted = useMemo(() => rows.filter(({ problem, note }) => problem === null && note !== null), [rows])
  const [shown, setShown] = useState<'all' | 'wrong' | 'noted'>(
    wrong.length > 0 ? 'wrong' : noted.length > 0 ? 'noted' : 'all',
  )
  const fitting = { all: rows, wrong, noted }[shown]
  const right = rows.length - wrong.length
  const leftOut = header.filter((_, column) => (source.columns[column] ?? null) === null)
  return (
    <Stack>
      <LeftOutColumns why="nobody said what these columns hold" columns={leftOut} />
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Rows to show"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'all', label: `All ${countText(rows.length)}` },
            { value: 'wrong', label: `Wrong ${countText(wrong.length)}` },
            ...(noted.length > 0 ? [{ value: 'noted' as const, label: `To look at ${countText(noted.length)}` }] : []),
          ]}
        />
        {wrong.length > 0 ? (
          <Button variant="default" size="xs" onClick={() => saveWrongRows(kind.many, header, wrong)}>
            Save the wrong rows
          </Button>
        ) : null}
      </Group>
      <RowsOfFile key={shown} rows={fitting} none="No row is wrong.">
        {(row) => <Row key={row.line} row={row} kind={kind} />}
      </RowsOfFile>
      <ImportButtons
        text={`Import ${countText(right)} ${right === 1 ? kind.one : kind.many}`}
        isEmpty={right === 0}
        onBack={onBack}
        onImport={onImport}
      />
    </Stack>
  )
}

function Row({ row: { line, values, problem, note, cells }, kind }: { row: BookRow; kind: BookKind }) {
  const read = Object.entries(kind.fields).flatMap(([name, { label, required, type }]) => {
    const value = values[name]
    if (value === undefined) return []
    return [required ? shownCell(value, type) : `${withTax(label)}: ${shownCell(value, type)}`]
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
        {note ? <Text size="sm">{note}</Text> : null}
      </Table.Td>
    </Table.Tr>
  )
}
