import { ActionIcon, Anchor, Group, SegmentedControl, Table, Title, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '@/kit/list/use-wide'
import { toCsv } from '@/shared/domain/text/csv'
import { countText } from '@/shared/domain/text/formats'
import { decimalText, formatMoney } from '@/shared/domain/money/money'
import classes from './analytics.module.css'
import { saveCsv } from '@/shared/lib/save-file'

/** The content of a cell: text, an amount, which may open its papers, a count, per cent or minutes. */
export type Cell =
  | string
  | { money: string; onOpen?: () => void; opens?: string }
  | { count: number }
  | { percent: string | null }
  | { minutes: string }

export type Sheet = { head: readonly string[]; rows: readonly (readonly Cell[])[] }

export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if ('money' in cell) return formatMoney(cell.money)
  if ('count' in cell) return countText(cell.count)
  if ('percent' in cell) return percentText(cell.percent)
  return hoursText(cell.minutes)
}

export const percentText = (percent: string | null): string => (percent === null ? '–' : `${decimalText(percent)} %`)

/** Minutes as hours and minutes: `12 h 05 min`. */
export function hoursText(minutes: string): string {
  const whole = Math.round(Number(minutes))
  return `${countText(Math.floor(whole / 60))} h ${String(whole % 60).padStart(2, '0')} min`
}

const plain = (cell: Cell) =>
  typeof cell === 'string'
    ? cell
    : 'money' in cell
      ? cell.money
      : 'count' in cell
        ? cell.count
        : 'percent' in cell
          ? cell.percent
          : cell.minutes

type PanelProps = {
  /** The anchor `#sales` in the address. */
  id: string
  title: string
  /** One sentence that says what is counted, and when. */
  note: string
  sheet: Sheet
  /** The name of the file without its ending. */
  file: string
  /** The names of the two views, when the first one is no chart; null where there is one view. */
  views?: readonly [string, string] | null
  /** Wider than the others. */
  wide?: boolean
  more?: ReactNode
  children: ReactNode
}

/** One figure: its chart, the same as a table, and as a file. */
export function Panel({
  id,
  title,
  note,
  sheet,
  file,
  views = ['Chart', 'Table'],
  wide = false,
  more,
  children,
}: PanelProps) {
  const [view, setView] = useState('chart')
  return (
    <section id={id} className={classes.panel} data-wide={wide || undefined} aria-label={title}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2}>{title}</Title>
        <Group gap={4} wrap="nowrap">
          {more}
          {views ? (
            <SegmentedControl
              size="xs"
              aria-label={`${title}: how it is shown`}
              data={[
                { value: 'chart', label: views[0] },
                { value: 'table', label: views[1] },
              ]}
              value={view}
              onChange={setView}
            />
          ) : null}
          <Tooltip label="Save as CSV">
            <ActionIcon
              aria-label={`${title}: save as CSV`}
              onClick={() =>
                saveCsv(
                  `${file}.csv`,
                  toCsv(
                    sheet.head,
                    sheet.rows.map((row) => row.map(plain)),
                  ),
                )
              }
            >
              <IconDownload size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <p className={classes.about}>{note}</p>
      {view === 'chart' ? children : <SheetTable {...sheet} />}
    </section>
  )
}

/** A cell; an amount that opens its papers is a button. */
function CellView({ of }: { of: Cell }) {
  if (typeof of === 'string' || !('money' in of) || !of.onOpen) return cellText(of)
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={`${of.opens ?? ''} ${cellText(of)}`}
      onClick={of.onOpen}
    >
      {cellText(of)}
    </Anchor>
  )
}

/** Words on the left, everything counted on the right; on a phone each row of more than three columns is a card. */
export function SheetTable({ head, rows }: Sheet) {
  const isPhone = useIsPhone()
  const sideOf = (place: number) =>
    place === 0 || rows.every((row) => typeof row[place] === 'string') ? 'left' : 'right'
  const keyOf = (row: readonly Cell[]) => row.filter((cell) => typeof cell === 'string').join('/')
  if (isPhone && head.length > 3)
    return (
      <ul className={classes.cards}>
        {rows.map(([name, ...cells]) => (
          <li key={keyOf([name ?? '', ...cells])}>
            <strong>{cellText(name ?? '')}</strong>
            <dl>
              {cells.map((cell, place) =>
                cell === '' ? null : (
                  <div key={head[place + 1]}>
                    <dt>{head[place + 1]}</dt>
                    <dd className={typeof cell === 'string' ? classes.words : classes.cell}>
                      <CellView of={cell} />
                    </dd>
                  </div>
                ),
              )}
            </dl>
          </li>
        ))}
      </ul>
    )
  return (
    <Table.ScrollContainer minWidth={head.length > 3 ? 320 : 0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, place) => (
              <Table.Th key={name} ta={sideOf(place)}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {row.map((cell, place) => (
                <Table.Td key={head[place]} ta={sideOf(place)} className={classes.cell}>
                  <CellView of={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
