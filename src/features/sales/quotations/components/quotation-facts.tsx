import { CopyButton } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '@/kit/record/record-page'
import { contactName } from '@/shared/domain/people/contact'
import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { RecordLink } from '@/shared/ui/page/record-links'
import { colleaguesQuery } from '../../shared/api/colleagues.query'
import { orderQuery, type Quotation } from '../api/quotation.query'
import classes from './quotation.module.css'

/** The client of a quotation, its owner, and its days. */
export function QuotationFacts({ row }: { row: Quotation }) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  const { data: order } = useQuery({ ...orderQuery(row.id), enabled: row.status === 'converted' })
  const link = `${window.location.origin}/client-quotations/${row.public_uuid}`
  return (
    <Facts
      of={{
        Client: row.contact && <ContactLink of={row.contact} />,
        'Contact person': row.person ? contactName(row.person) : null,
        Site: row.location
          ? [row.location.label ?? row.location.address, row.location.city].filter(Boolean).join(', ')
          : null,
        Delivery: row.is_collected ? 'Collected at our shop' : null,
        Owner: colleagues.find(({ id }) => id === row.account_manager_id)?.name,
        Created: dayText(row.created_at),
        'Valid until': row.valid_until ? calendarDayText(row.valid_until) : null,
        'Follow up': row.follow_up_on ? calendarDayText(row.follow_up_on) : null,
        Sent: row.sent_at ? dayText(row.sent_at) : null,
        'First opened': row.first_viewed_at ? dayText(row.first_viewed_at) : null,
        'Last opened': row.last_viewed_at ? dayText(row.last_viewed_at) : null,
        Answered: row.decided_at ? `${dayText(row.decided_at)} by ${row.decided_name ?? 'the client'}` : null,
        Reason: row.reject_reason,
        'Extra work on': row.amends ? (
          <RecordLink kind="order" id={row.amends.id}>
            {row.amends.order_number}
          </RecordLink>
        ) : null,
        Order: order ? (
          <RecordLink kind="order" id={order.id}>
            {order.order_number}
          </RecordLink>
        ) : null,
        'Client link': row.sent_at ? (
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <button type="button" className={classes.copy} onClick={copy} data-no-print>
                <IconLink size={14} aria-hidden /> {copied ? 'Copied' : 'Copy link'}
              </button>
            )}
          </CopyButton>
        ) : null,
      }}
    />
  )
}
