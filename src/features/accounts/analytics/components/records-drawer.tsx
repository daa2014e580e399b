import { Button, Drawer, Group, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { toCsv } from '@/shared/domain/text/csv'
import { exact, sum, written } from '@/shared/domain/money/decimal'
import { calendarDayText, countText, withTax } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type Behind, recordsMost, recordsQuery } from '../api/analytics.query'
import type { Period } from '../figures'
import classes from './analytics.module.css'
import { hoursText } from './panel'
import { saveCsv } from '@/shared/lib/save-file'

type RecordsDrawerProps = { behind: Behind; title: string; period: Period; onClose: () => void }

/** The two columns for a record of that part: label and format. */
function columnsOf({ part, mark }: Behind): readonly (readonly [name: string, text: (value: string) => string])[] {
  if (part === 'late') return [['Days late', (days) => countText(Number(days))]]
  if (part === 'labour')
    return [
      ['Planned', hoursText],
      ['Worked', hoursText],
    ]
  if (part === 'margin')
    return [
      ['Net', formatMoney],
      mark === 'unknown' ? ['Lines without a cost', (lines) => countText(Number(lines))] : ['Cost', formatMoney],
    ]
  if (part === 'vat' || part === 'tax_places')
    return [
      ['Net', formatMoney],
      [withTax('{Tax}'), formatMoney],
    ]
  return [[part === 'receivables' || part === 'cash' ? 'Open' : 'Net', formatMoney]]
}

/** The records that a figure is the sum of. */
export function RecordsDrawer({ behind, title, period, onClose }: RecordsDrawerProps) {
  const records = useQuery(recordsQuery(behind, period.from, period.to))
  const columns = columnsOf(behind).slice(0, behind.ecSales ? 1 : 2)
  const rows = records.data ?? []
  const valueOf = (row: (typeof rows)[number], place: number) => (place === 0 ? row.amount : row.other) ?? '0'
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {records.isPending ? (
        <LineSkeletons count={8} height={36} />
      ) : !records.data ? (
        <Problem onRetry={() => void records.refetch()}>{saveProblem(records.error)}</Problem>
      ) : rows.length === 0 ? (
        <Text c="dimmed">Nothing here in these days.</Text>
      ) : (
        <>
          <Group justify="space-between" mb="xs">
            <Text size="sm" c="dimmed">
              {rows.length < recordsMost
                ? `${countText(rows.length)} ${rows.length === 1 ? 'record' : 'records'}`
                : `The newest ${countText(recordsMost)} records`}
            </Text>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() =>
                saveCsv(
                  'records.csv',
                  toCsv(
                    ['Record', 'Client', 'Day', ...columns.map(([name]) => name)],
                    rows.map((row) => [
                      row.label,
                      row.client_name,
                      row.day,
                      ...columns.map((_, place) => valueOf(row, place)),
                    ]),
                  ),
                )
              }
            >
              CSV
            </Button>
          </Group>
          <Table.ScrollContainer minWidth={300}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Record</Table.Th>
                  <Table.Th visibleFrom="sm">Day</Table.Th>
                  {columns.map(([name]) => (
                    <Table.Th key={name} ta="right">
                      {name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row, place) => (
                  <Table.Tr key={`${row.id}/${row.bucket}/${row.mark}/${place}`}>
                    <Table.Td>
                      {row.kind ? (
                        <RecordLink kind={row.kind} id={row.id}>
                          {row.label}
                        </RecordLink>
                      ) : (
                        row.label
                      )}
                      <Text size="xs" c="dimmed">
                        {row.client_name}
                      </Text>
                    </Table.Td>
                    <Table.Td visibleFrom="sm" className={classes.cell}>
                      {row.day ? calendarDayText(row.day) : ''}
                    </Table.Td>
                    {columns.map(([name, text], at) => (
                      <Table.Td key={name} ta="right" className={classes.cell}>
                        {text(valueOf(row, at))}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
              {behind.part === 'late' ? null : (
                <Table.Tfoot>
                  <Table.Tr>
                    <Table.Th>All</Table.Th>
                    <Table.Th visibleFrom="sm" />
                    {columns.map(([name, text], at) => (
                      <Table.Th key={name} ta="right" className={classes.cell}>
                        {text(written(sum(rows.map((row) => exact(valueOf(row, at))))))}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Tfoot>
              )}
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </Drawer>
  )
}
