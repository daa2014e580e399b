import { Anchor, Text } from '@mantine/core'
import { nothingToPay } from '@/documents/statuses'
import { StatusBadge } from '@/kit/record/status-badge'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { useCompanyMoment } from '@/shared/ui/parts/company-moment'
import type { OwnInvoice, OwnOrder, OwnQuotation, Portal } from '../api/portal.query'
import { orderWaits, quotationWaits } from '../what-waits'
import { OwnPaper } from './own-paper'

const quotationPath = (uuid: string) => linkTo('/client-quotations/:id', { id: uuid })
const invoicePath = (uuid: string) => linkTo('/client-invoices/:id', { id: uuid })

export const QuotationPaper = ({ of, today }: { of: OwnQuotation; today: string }) => (
  <OwnPaper
    number={of.number ?? 'Quotation'}
    href={quotationPath(of.public_uuid)}
    badge={<StatusBadge kind="quotation" status={of.status} />}
    amount={formatMoney(of.gross, of.currency)}
    title={of.project_title}
    facts={[of.sent_at ? `sent ${dayText(of.sent_at)}` : null]}
    waiting={quotationWaits(of, today)}
  />
)

export const OrderPaper = ({ of, today }: { of: OwnOrder; today: string }) => (
  <OwnPaper
    number={of.order_number}
    href={linkTo('/my-account/orders/:id', { id: of.public_uuid })}
    badge={<StatusBadge kind="order" status={of.status} />}
    amount={formatMoney(of.gross, of.currency)}
    title={of.project_title}
    facts={[
      `ordered ${dayText(of.ordered_at)}`,
      of.client_po ? `your order ${of.client_po}` : null,
      /^0(\.0+)?$/.test(of.delivered_pct) ? null : `${shortDecimalText(of.delivered_pct)} % delivered`,
    ]}
    waiting={orderWaits(of, today)}
  />
)

export const InvoicePaper = ({ of }: { of: OwnInvoice }) => {
  const isOpen = !/^-?0\.00$/.test(of.balance)
  return (
    <OwnPaper
      number={of.number}
      href={of.has_link ? invoicePath(of.public_uuid) : null}
      badge={<StatusBadge kind="invoice" status={of.state} state={nothingToPay(of)} />}
      amount={formatMoney(of.gross, of.currency)}
      title={of.project_title}
      facts={[
        of.issue_date ? calendarDayText(of.issue_date) : null,
        of.client_po ? `your order ${of.client_po}` : null,
        isOpen && of.due_date ? `${of.is_overdue ? 'was due' : 'due'} ${calendarDayText(of.due_date)}` : null,
        isOpen && of.balance !== of.gross ? `${formatMoney(of.balance, of.currency)} open` : null,
      ]}
    />
  )
}

export const CreditNotePaper = ({ of }: { of: Portal['credit_notes'][number] }) => (
  <OwnPaper
    number={of.number}
    href={linkTo('/client-credit-notes/:id', { id: of.public_uuid })}
    amount={formatMoney(of.gross, of.currency)}
    title="Credit note"
    facts={[
      of.issue_date ? calendarDayText(of.issue_date) : null,
      /^0\.00$/.test(of.open) ? null : `${formatMoney(of.open, of.currency)} of it is credit of yours`,
    ]}
  />
)

export function DeliveryPaper({ of }: { of: Portal['deliveries'][number] }) {
  const moment = useCompanyMoment()
  const when = of.delivered_at
    ? moment(of.delivered_at)
    : of.scheduled_at
      ? `planned for ${moment(of.scheduled_at)}`
      : null
  return (
    <OwnPaper
      number={of.number}
      href={linkTo('/delivery-note/:id', { id: of.public_uuid })}
      badge={<StatusBadge kind="delivery" status={of.status} />}
      title={of.project_title}
      facts={[methodLabel(of.method), when, of.received_by ? `received by ${of.received_by}` : null]}
    >
      {of.drops.map((drop) => (
        <Text key={drop.id} size="sm">
          <Anchor href={linkTo('/partial-delivery-note/:id', { id: drop.id })}>{drop.number}</Anchor>
          {drop.delivered_at ? ` · ${moment(drop.delivered_at)}` : ''}
          {drop.received_by ? ` · received by ${drop.received_by}` : ''}
        </Text>
      ))}
    </OwnPaper>
  )
}

export const StatementPaper = ({ of }: { of: Portal['statements'][number] }) => (
  <OwnPaper
    number={of.number}
    href={linkTo('/statements/:id', { id: of.public_uuid })}
    amount={formatMoney(of.closing, of.currency)}
    title={`${calendarDayText(of.date_from)} to ${calendarDayText(of.date_to)}`}
    facts={['open at its end']}
  />
)
