import { Group, Stack } from '@mantine/core'
import { DueMark } from '@/kit/record/due-mark'
import { Facts } from '@/kit/record/record-page'
import { ShareBar } from '@/kit/record/share-bar'
import { StatusBadge } from '@/kit/record/status-badge'
import { capital } from '@/kit/words'
import { formatMoney } from '@/shared/domain/money/money'
import { contactName } from '@/shared/domain/people/contact'
import { quotationNumber } from '@/shared/domain/records/quotation-number'
import { dayText, withTax } from '@/shared/domain/text/formats'
import { RecordLink } from '@/shared/ui/page/record-links'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import type { Order } from '../api/order.query'
import { Invoiced } from '../components/invoiced'
import { PromisedDay } from '../components/promised-day'
import { dayOf } from '../day-of-order'
import { depositWords, toInvoiceWords } from '../deposit'
import type { OrderPage } from './use-order-page'

/** How far an order is, and its money. */
export const OrderProgress = ({ of: { row, toInvoice } }: { of: OrderPage }) => (
  <Facts
    amounts
    of={{
      Delivered: <ShareBar label="Delivered" share={Number(row.delivered_pct)} width={120} />,
      Invoiced: <Invoiced of={row} width={120} />,
      Net: formatMoney(row.net, row.currency),
      [withTax('{Tax}')]: formatMoney(row.vat, row.currency),
      Total: <strong>{formatMoney(row.gross, row.currency)}</strong>,
      Deposit: depositWords(row),
      'To invoice': toInvoiceWords(toInvoice, row.currency),
    }}
  />
)

/** For whom and when an order is, and where it comes from. */
export const OrderFacts = ({ row }: { row: Order }) => (
  <Facts
    of={{
      Client: row.contact && <ContactLink of={row.contact} />,
      'Contact person': row.person ? contactName(row.person) : null,
      Site: row.location ? [row.location.label, row.location.city].filter(Boolean).join(', ') : null,
      Delivery: row.is_collected ? 'Collected at our shop' : null,
      'Client’s number': row.client_po,
      Priority: capital(row.priority),
      Due: dayOf(row) && <DueMark kind="order" id={row.id} day={dayOf(row)} />,
      Promised: row.promised_date && <PromisedDay of={row} />,
      Ordered: dayText(row.ordered_at),
      Quotation: row.quotation ? (
        <RecordLink kind="quotation" id={row.quotation.id}>
          {quotationNumber(row.quotation.quotation_number, row.quotation_version)}
        </RecordLink>
      ) : null,
      'Extra work': row.extras.length === 0 ? null : <ExtraWork row={row} />,
    }}
  />
)

/** The quotations of extra work for an order. */
const ExtraWork = ({ row }: { row: Order }) => (
  <Stack gap={4}>
    {row.extras.map((extra) => (
      <Group key={extra.id} gap="xs">
        <RecordLink kind="quotation" id={extra.id}>
          {extra.number_with_version}
        </RecordLink>
        <StatusBadge kind="quotation" status={extra.status} />
        <span>{formatMoney(extra.gross, row.currency)}</span>
      </Group>
    ))}
  </Stack>
)
