import { Anchor, Text } from '@mantine/core'
import { nothingToPay } from '@/documents/statuses'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { useCompanyMoment } from '@/shared/ui/parts/company-moment'
import type { OwnInvoice, OwnOrder, OwnQuotation, Portal } from '../api/portal.query'
import { pointTexts } from '../order-track'
import { type PortalWords, usePortalWords } from '../use-portal-words'
import { orderWaits, quotationWaits } from '../what-waits'
import { OwnPaper } from './own-paper'
import { StandingOf } from './standing-of'

const quotationPath = (uuid: string) => linkTo('/client-quotations/:id', { id: uuid })
const invoicePath = (uuid: string) => linkTo('/client-invoices/:id', { id: uuid })

export function QuotationPaper({ of, today }: { of: OwnQuotation; today: string }) {
  const words = usePortalWords()
  const { say, page } = words
  return (
    <OwnPaper
      number={of.number ?? say('a_quotation')}
      href={quotationPath(of.public_uuid)}
      badge={<StandingOf kind="quotation" status={of.status} />}
      amount={formatMoney(of.gross, of.currency)}
      title={of.project_title}
      facts={[of.sent_at ? say('sent_on', { day: page.dayOf(of.sent_at) }) : null]}
      waiting={quotationWaits(of, today, words)}
    />
  )
}

/** Where the work stands, in a list: the works that are being done, and how many lines are ready. */
const stageFacts = ({ stage }: OwnOrder, say: PortalWords['say']): string[] =>
  stage === null
    ? []
    : [
        ...stage.works.filter(({ running }) => running > 0).map(({ work }) => say(pointTexts[work])),
        ...(stage.of > 1 ? [say('lines_ready', { ready: String(stage.ready), of: String(stage.of) })] : []),
      ]

export function OrderPaper({ of, today }: { of: OwnOrder; today: string }) {
  const words = usePortalWords()
  const { say, page } = words
  // Whole percent, as the office reads it.
  const delivered = Math.trunc(Number(of.delivered_pct))
  return (
    <OwnPaper
      number={of.order_number}
      href={linkTo('/my-account/orders/:id', { id: of.public_uuid })}
      badge={<StandingOf kind="order" status={of.status} />}
      amount={formatMoney(of.gross, of.currency)}
      title={of.project_title}
      facts={[
        say('ordered_on', { day: page.dayOf(of.ordered_at) }),
        ...stageFacts(of, say),
        of.client_po ? say('your_order_number', { number: of.client_po }) : null,
        delivered === 0 ? null : say('percent_delivered', { percent: String(delivered) }),
      ]}
      waiting={orderWaits(of, today, words)}
    />
  )
}

/** When the open amount of an invoice is due, and how much of it is left. */
const openFacts = (of: OwnInvoice, { say, page }: PortalWords): (string | null)[] =>
  isZero(of.balance)
    ? []
    : [
        of.due_date ? say(of.is_overdue ? 'was_due' : 'due_on', { day: page.day(of.due_date) }) : null,
        of.balance === of.gross ? null : say('amount_open', { amount: formatMoney(of.balance, of.currency) }),
      ]

export function InvoicePaper({ of }: { of: OwnInvoice }) {
  const words = usePortalWords()
  const { say, page } = words
  const nothing = nothingToPay(of)
  return (
    <OwnPaper
      number={of.number}
      href={of.has_link ? invoicePath(of.public_uuid) : null}
      badge={
        <StandingOf
          kind="invoice"
          status={of.state}
          state={nothing && { of: nothing, text: 'invoice_nothing_to_pay' }}
        />
      }
      amount={formatMoney(of.gross, of.currency)}
      title={of.project_title}
      facts={[
        of.issue_date ? page.day(of.issue_date) : null,
        of.client_po ? say('your_order_number', { number: of.client_po }) : null,
        ...openFacts(of, words),
      ]}
    />
  )
}

export function CreditNotePaper({ of }: { of: Portal['credit_notes'][number] }) {
  const { say, page } = usePortalWords()
  return (
    <OwnPaper
      number={of.number}
      href={linkTo('/client-credit-notes/:id', { id: of.public_uuid })}
      amount={formatMoney(of.gross, of.currency)}
      title={say('credit_note')}
      facts={[
        of.issue_date ? page.day(of.issue_date) : null,
        /^0\.00$/.test(of.open) ? null : say('is_your_credit', { amount: formatMoney(of.open, of.currency) }),
      ]}
    />
  )
}

const methodTexts = {
  pickup: 'method_pickup',
  delivery: 'method_delivery',
  installation: 'method_installation',
  courier: 'method_courier',
  electronic: 'method_electronic',
} as const
const isMethod = (method: string): method is keyof typeof methodTexts => Object.hasOwn(methodTexts, method)

export function DeliveryPaper({ of }: { of: Portal['deliveries'][number] }) {
  const { say, page } = usePortalWords()
  const moment = useCompanyMoment(page.day)
  const received = (name: string | null) => (name ? say('received_by', { name }) : null)
  const when = of.delivered_at
    ? moment(of.delivered_at)
    : of.scheduled_at
      ? say('planned_for', { day: moment(of.scheduled_at, !of.scheduled_has_time) })
      : null
  return (
    <OwnPaper
      number={of.number}
      href={linkTo('/delivery-note/:id', { id: of.public_uuid })}
      badge={<StandingOf kind="delivery" status={of.status} />}
      title={of.project_title}
      facts={[isMethod(of.method) ? say(methodTexts[of.method]) : of.method, when, received(of.received_by)]}
    >
      {of.drops.map((drop) => (
        <Text key={drop.id} size="sm">
          <Anchor href={linkTo('/partial-delivery-note/:id', { id: drop.id })}>{drop.number}</Anchor>
          {[null, drop.delivered_at ? moment(drop.delivered_at) : null, received(drop.received_by)]
            .filter((fact, at) => at === 0 || fact)
            .join(' · ')}
        </Text>
      ))}
    </OwnPaper>
  )
}

export function StatementPaper({ of }: { of: Portal['statements'][number] }) {
  const { say, page } = usePortalWords()
  return (
    <OwnPaper
      number={of.number}
      href={linkTo('/statements/:id', { id: of.public_uuid })}
      amount={formatMoney(of.closing, of.currency)}
      title={say('from_to', { first: page.day(of.date_from), last: page.day(of.date_to) })}
      facts={[say('open_at_end')]}
    />
  )
}
