import { Anchor, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { RecordLink } from '@/shared/ui/page/record-links'
import { lateBillsQuery } from '../api/analytics.query'

const first = 10

/** Says which bills of suppliers count on another day than their own: their day was closed when they came. */
export function LateBills({ period }: { period: { from: string; to: string } }) {
  const bills = useQuery(lateBillsQuery(period.from, period.to))
  const [isWhole, setWhole] = useState(false)
  if (!bills.data || bills.data.length === 0) return null
  const shown = isWhole ? bills.data : bills.data.slice(0, first)
  const left = bills.data.length - shown.length
  return (
    <section aria-label="Bills of closed days">
      <Text size="sm" mt="sm">
        {`${bills.data.length === 1 ? 'One bill came after its day was closed. It counts' : `${countText(bills.data.length)} bills came after their day was closed. They count`} on the first day that was open:`}
      </Text>
      <List size="sm" mt={4}>
        {shown.map((bill) => (
          <List.Item key={bill.id}>
            <RecordLink kind="supplier_invoice" id={bill.id}>
              {bill.number}
            </RecordLink>
            {` of ${bill.supplier_name}, dated ${calendarDayText(bill.invoice_date)}, counts on ${calendarDayText(bill.booked_on)}`}
          </List.Item>
        ))}
      </List>
      {left > 0 ? (
        <Anchor component="button" type="button" size="sm" onClick={() => setWhole(true)}>
          {`Show ${countText(left)} more`}
        </Anchor>
      ) : null}
    </section>
  )
}
