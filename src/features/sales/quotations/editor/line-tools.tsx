import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import type { LineChange, QuotationItem } from './line'
import { duplicated, moved } from './line-edits'
import type { Lines } from './use-lines'

type Tool = {
  label: string
  Icon: typeof IconTrash
  /** Why it cannot be used; null where it can. */
  why: string | null
  changes: (line: QuotationItem) => readonly LineChange[]
}

/** What the keys and the grip of a sheet do with a line, for those who have only a finger. Undo takes it back. */
export function LineTools({ line, of }: { line: QuotationItem | undefined; of: Lines }) {
  const isAt = (place: number) => line !== undefined && of.lines.at(place)?.id === line.id
  const unmarked = line ? null : 'Mark a line first'
  const tools: Tool[] = [
    {
      label: 'Move line up',
      Icon: IconArrowUp,
      why: isAt(0) ? 'This is the first line' : unmarked,
      changes: ({ id }) => moved(of.lines, [id], -1),
    },
    {
      label: 'Move line down',
      Icon: IconArrowDown,
      why: isAt(-1) ? 'This is the last line' : unmarked,
      changes: ({ id }) => moved(of.lines, [id], 1),
    },
    { label: 'Duplicate line', Icon: IconCopy, why: unmarked, changes: ({ id }) => duplicated(of.lines, [id]) },
    { label: 'Remove line', Icon: IconTrash, why: unmarked, changes: (gone) => [{ kind: 'remove', lines: [gone] }] },
  ]
  return (
    <Group gap={4} role="group" aria-label="The marked line">
      {tools.map(({ label, Icon, why, changes }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          size="md"
          aria-label={label}
          title={why ?? label}
          disabled={why !== null}
          onClick={() => line && of.perform(changes(line))}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
