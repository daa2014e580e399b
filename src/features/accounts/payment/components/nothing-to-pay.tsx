import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFileInvoice, IconFileOff, IconPlayerPause } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { ClientNotice } from '@/kit/client-page/client-notice'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { orderWords } from '@/shared/domain/records/order-words'
import { PayOpenInvoices } from '@/shared/ui/parts/pay-open-invoices'
import { BackTo } from './back-to'
import type { Payment } from './use-payment'

/** Why nothing is paid here now, as a page says it. `before`, `after`: beside the way back to the document. */
export type Reason = { icon: ReactElement; title: string; text: ReactNode; before?: ReactNode; after?: ReactNode }

/** The page that says why nothing is paid here now. */
export const NothingToPay = ({ of, reason: { icon, title, text, before, after } }: { of: Payment; reason: Reason }) => (
  <ClientNotice
    icon={icon}
    title={title}
    actions={
      <>
        {before}
        <BackTo purpose={of.owed.purpose} uuid={of.uuid} />
        {after}
      </>
    }
  >
    {text}
  </ClientNotice>
)

const sentences = (...words: (string | null)[]): string => words.filter(Boolean).join(' ')

/** Why the document cannot be paid, whatever the payer wants; null when it can. */
export const whyNotPaid = (of: Payment): Reason | null =>
  notApproved(of) ?? orderStopped(of) ?? invoicesFirst(of) ?? (isAboveZero(of.owed.whole) ? null : nothingLeft(of))

const notApproved = ({ owed, say }: Payment): Reason | null =>
  owed.reference ? null : { icon: <IconFileOff />, title: say('unapproved_title'), text: say('unapproved_text') }

function orderStopped({ owed: { order, currency }, say, words }: Payment): Reason | null {
  if (order?.status !== 'cancelled' && order?.status !== 'on_hold') return null
  const text = orderWords(order, currency, words)
  return order.status === 'cancelled'
    ? { icon: <IconCircleX />, title: words.say('order_cancelled'), text }
    : { icon: <IconPlayerPause />, title: say('order_held'), text }
}

/** Open invoices of the order are paid before the rest of it. */
function invoicesFirst({ owed, say, received, openInvoices, hasDeposit, wantsToPay }: Payment): Reason | null {
  const { order, announced } = owed
  if (!order || !openInvoices || hasDeposit || announced.length > 0 || wantsToPay) return null
  return {
    icon: <IconFileInvoice />,
    title: say(order.open_invoices?.length === 1 ? 'invoice_is_open' : 'invoices_are_open'),
    text: sentences(received, openInvoices),
    before: <PayOpenInvoices of={order.open_invoices} />,
  }
}

function nothingLeft({ owed, say, received }: Payment): Reason {
  if (owed.order?.invoice_follows)
    return {
      icon: <IconFileInvoice />,
      title: say('your_invoice_follows'),
      text: sentences(received, say('nothing_before_invoice')),
    }
  return {
    icon: <IconCircleCheck />,
    title: say(owed.isCredited ? 'nothing_now' : 'all_paid'),
    text: owed.purpose === 'invoice' ? say('nothing_left_invoice') : sentences(say('nothing_left_order'), received),
  }
}

/** Nothing has to be paid before the invoice of the order; the rest may be paid all the same. */
export function nothingBeforeInvoice({ owed, say, received, hasDeposit, wantsToPay, payRest }: Payment): Reason | null {
  if (!owed.order || !received || hasDeposit || wantsToPay) return null
  const amount = formatMoney(owed.whole, owed.currency)
  return {
    icon: <IconCircleCheck />,
    title: say(isAboveZero(owed.order.deposit_amount) ? 'deposit_is_paid' : 'nothing_now'),
    text: `${received} ${say('nothing_now_rest', { amount })}`,
    after: (
      <Button variant="subtle" onClick={payRest}>
        {say('pay_rest_now', { amount })}
      </Button>
    ),
  }
}
