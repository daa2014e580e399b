import { Alert, Button, Checkbox, Group, Input, SegmentedControl, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type CsvSeparator, csvSeparators } from '@/shared/domain/text/csv'
import { countText } from '@/shared/domain/text/formats'
import page from '@/shared/ui/page/record-page.module.css'

const separatorNames = { ',': 'Commas', ';': 'Semicolons', '\t': 'Tabs' }

export const rowsText = (count: number): string => (count === 1 ? '1 row' : `${countText(count)} rows`)

/** Why so many rows cannot be imported at a time; null where they can. */
export const countProblem = (count: number, most: number): string | null =>
  count === 0
    ? 'There are no rows in this file'
    : count > most
      ? `This file has ${countText(count)} rows; ${countText(most)} go at a time. Please divide it.`
      : null

type FileReadingProps = {
  source: { name: string; encoding: string | null; columns: readonly unknown[]; hasHeader: boolean }
  count: number
  /** What stands before the number of rows. */
  kind?: string
  onHeader: (hasHeader: boolean) => void
  /** How else the file is read. */
  children: ReactNode
}

/** How a file is read: what was recognised is shown, and can be changed. */
export function FileReading({ source, count, kind, onHeader, children }: FileReadingProps) {
  const columns = source.columns.length === 1 ? '1 column' : `${source.columns.length} columns`
  return (
    <section className={page.panel}>
      <Text fw={600}>{source.name}</Text>
      <Text c="dimmed" size="sm" mb="md">
        {[kind, rowsText(count), columns, source.encoding].filter(Boolean).join(' · ')}
      </Text>
      <Group gap="lg" align="flex-end">
        {children}
        <Checkbox
          mb={8}
          label="The first row names the columns"
          checked={source.hasHeader}
          onChange={(event) => onHeader(event.currentTarget.checked)}
        />
      </Group>
    </section>
  )
}

type SeparatorChoiceProps = { value: CsvSeparator; onChange: (value: CsvSeparator) => void }

export function SeparatorChoice({ value, onChange }: SeparatorChoiceProps) {
  return (
    <Input.Wrapper label="Columns are parted by">
      <SegmentedControl
        display="flex"
        aria-label="Columns are parted by"
        data={csvSeparators.map((each) => ({ value: each, label: separatorNames[each] }))}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  )
}

/** What somebody should know of a file: a quotation mark that never ends, or that the browser cannot keep it. */
export function FileDoubts({ unclosedFrom, isKept }: { unclosedFrom: number | null; isKept: boolean }) {
  return (
    <>
      {unclosedFrom === null ? null : (
        <Alert color="yellow" title={`A quotation mark on line ${unclosedFrom} never ends`}>
          Everything after it was read as one cell. Please look at that line in the file.
        </Alert>
      )}
      {isKept ? null : (
        <Text c="dimmed" size="sm">
          This file is too large for the browser to keep: choose it again after a reload.
        </Text>
      )}
    </>
  )
}

type CheckButtonsProps = {
  count: number
  isChecking: boolean
  /** The check waits for something else. */
  isWaiting?: boolean
  isRefused: boolean
  onBack: () => void
  onCheck: () => void
}

export function CheckButtons({ count, isChecking, isWaiting = false, isRefused, onBack, onCheck }: CheckButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onBack} disabled={isChecking}>
        Another file
      </Button>
      <Button loading={isChecking || isWaiting} disabled={isRefused} onClick={onCheck}>
        Check {rowsText(count)}
      </Button>
    </Group>
  )
}
