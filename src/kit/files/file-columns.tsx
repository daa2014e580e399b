import { Select, Text } from '@mantine/core'
import classes from './files.module.css'

type FileColumnsProps = {
  header: readonly string[]
  /** The first rows of the file: three filled cells of a column are shown. */
  rows: readonly (readonly string[])[]
  /** The possible meanings of a column. */
  choices: { value: string; label: string }[]
  /** The meaning of each column; null for a column that is left out. */
  columns: readonly (string | null | undefined)[]
  onChoose: (column: number, holds: string | null) => void
}

/** The meaning of each column of a file: guessed, and correctable. */
export const FileColumns = ({ header, rows, choices, columns, onChoose }: FileColumnsProps) => (
  <ul className={classes.columns} aria-label="Columns of the file">
    {header.map((heading, column) => (
      <li key={column} data-unused={columns[column] === null || undefined}>
        <div>
          <Text fw={550}>{heading}</Text>
          <Text size="sm" c="dimmed" truncate>
            {rows
              .map((cells) => cells[column]?.trim())
              .filter(Boolean)
              .slice(0, 3)
              .join(' · ') || 'empty'}
          </Text>
        </div>
        <Select
          aria-label={`What “${heading}” holds`}
          placeholder="Leave out"
          clearable
          searchable
          data={choices}
          value={columns[column] ?? null}
          onChange={(holds) => onChoose(column, holds)}
        />
      </li>
    ))}
  </ul>
)
