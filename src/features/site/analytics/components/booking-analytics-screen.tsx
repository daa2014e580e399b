import { Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { weekdays } from '@/shared/domain/time/days'
import { countText } from '@/shared/domain/text/formats'
import { decimalText } from '@/shared/domain/money/money'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { bookingsQuery } from '../api/analytics.query'
import classes from './analytics.module.css'
import { Days, Lines, Tiles } from './figures'
import { useSpan } from './span-choice'

/** /booking-analytics: how many appointments are made, kept and missed, by kind, day and hour. */
export function BookingAnalyticsScreen() {
  const { from, to, control } = useSpan(useNow(60_000), 14)
  const bookings = useQuery(bookingsQuery(from, to))
  const { data } = bookings
  return (
    <PageFrame
      title="Booking Analytics"
      lead="Appointments of these days and of the coming two weeks."
      width="full"
      actions={control}
    >
      {bookings.isPending ? (
        <LineSkeletons count={4} height={96} />
      ) : !data ? (
        <Problem onRetry={() => void bookings.refetch()}>{saveProblem(bookings.error)}</Problem>
      ) : (
        <>
          <Tiles
            of={[
              ['Appointments', countText(data.all)],
              ['Still to come', countText(data.confirmed)],
              ['Kept', countText(data.done)],
              ['Nobody came', countText(data.no_show)],
              ['Cancelled', countText(data.cancelled)],
              ['Moved', countText(data.moved)],
              ['Booked on the site', countText(data.from_site)],
              ['Days ahead, on average', decimalText(data.days_ahead)],
            ]}
          />
          <Days title="Day by day" days={data.days} outer="appointments" inner="kept or to come" />
          <div className={classes.panels}>
            <section className={classes.panel} aria-label="Kinds">
              <Title order={2}>Kinds</Title>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Kind</Table.Th>
                    <Table.Th ta="right">All</Table.Th>
                    <Table.Th ta="right">Kept</Table.Th>
                    <Table.Th ta="right">Missed</Table.Th>
                    <Table.Th ta="right">Cancelled</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.types.map((type) => (
                    <Table.Tr key={type.name}>
                      <Table.Td>{type.name}</Table.Td>
                      <Table.Td ta="right">{countText(type.all)}</Table.Td>
                      <Table.Td ta="right">{countText(type.done)}</Table.Td>
                      <Table.Td ta="right">{countText(type.no_show)}</Table.Td>
                      <Table.Td ta="right">{countText(type.cancelled)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </section>
            <Lines
              title="Weekdays"
              lines={data.weekdays.map(({ name, count }) => ({ name: weekdays[Number(name) - 1] ?? name, count }))}
            />
            <Lines
              title="Hours"
              lines={data.hours.map(({ name, count }) => ({ name: `${name.padStart(2, '0')}:00`, count }))}
            />
          </div>
        </>
      )}
    </PageFrame>
  )
}
