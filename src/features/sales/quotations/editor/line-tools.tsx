import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCalculator, IconCopy, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { shortDecimalText } from '@/shared/domain/money/money'
import { bareLength } from '@/shared/domain/text/length'
import { linkTo } from '@/shared/lib/address'
import type { LineChange, QuotationItem } from './line'
import { duplicated, moved } from './line-edits'
import type { Lines } from './use-lines'

type Tool = {
  label: string
  Icon: typeof IconTrash
  /** The reason why it is disabled; null when it is enabled. */
  why: string | null
  changes: (line: QuotationItem) => readonly LineChange[]
}

type CalculateLineProps = { line: QuotationItem | undefined; quotationId: string; calculation: string | null }

/**
 * Opens the calculator with the line's text, size, quantity and service, and with the steps of its calculation where it has
 * one. Its price is written into the line.
 */
export function CalculateLine({ line, quotationId, calculation }: CalculateLineProps) {
  const item = line?.kind === 'item' ? line : null
  const address = item && calculatorAddress(item, quotationId, calculation)
  const looks = { variant: 'subtle', size: 'md', 'aria-label': 'Calculate the price of the line' } as const
  const icon = <IconCalculator size={16} aria-hidden />
  return address ? (
    <ActionIcon {...looks} title="Calculate the price of the line" component={Link} to={address}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon {...looks} title="Mark an item first" disabled>
      {icon}
    </ActionIcon>
  )
}

/** The address of the calculator with what the line says. `of`: the calculation that begins it, with its steps. */
export function calculatorAddress(
  { id, description, service_id, width_mm, height_mm, qty }: QuotationItem,
  quotation: string,
  of: string | null = null,
) {
  const said = {
    quotation,
    of,
    line: id,
    service: service_id,
    name: description.slice(0, 200),
    width: width_mm && bareLength(width_mm),
    height: height_mm && bareLength(height_mm),
    pieces: qty && shortDecimalText(qty),
  }
  const known = Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `${linkTo('/calculator')}?${new URLSearchParams(known)}`
}

/** The sheet's actions on a line as buttons, for touch screens. Undo reverses them. */
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
