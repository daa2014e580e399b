import { Table, Text } from '@mantine/core'
import { formatDuration } from '@/shared/domain/time/duration'
import { weekdayText } from '@/shared/domain/text/formats'
import { type Grouping, groupHours, groupingLabels, type HoursRow, sumOf } from '../hours'
import classes from './time-tracking.module.css'

const labelOf: Record<Grouping, (label: string) => string> = {
  day: weekdayText,
  week: (monday) => `Week of ${weekdayText(monday)}`,
  person: (name) => name,
  client: (name) => name,
}

/** Sums of hours by group, with their total. */
export function HoursTable({ rows, by }: { rows: readonly HoursRow[]; by: Grouping }) {
  const groups = groupHours(rows, by)
  const most = Math.max(1, ...groups.map(({ seconds }) => seconds))
  return (
    <Table className={classes.table} aria-label="Hours">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{groupingLabels[by]}</Table.Th>
          <Table.Th className={classes.number}>Hours</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={group.key}>
            <Table.Td>
              {labelOf[by](group.label)}
              {group.running > 0 ? (
                <Text span size="sm" c="dimmed">
                  {` · ${group.running} running`}
                </Text>
              ) : null}
              <div className={classes.bar} style={{ width: `${(group.seconds / most) * 100}%` }} />
            </Table.Td>
            <Table.Td className={classes.number}>{formatDuration(group.seconds)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>Total</Table.Th>
          <Table.Th className={classes.number}>{formatDuration(sumOf(rows))}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}
