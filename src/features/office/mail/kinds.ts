import { templateHeadings } from '@/shared/domain/records/document-kinds'

/** The kinds of records that mails are about, and the headings of their templates. */
export const mailKinds: readonly { value: string; label: string }[] = [
  ...Object.entries(templateHeadings).map(([value, label]) => ({ value, label })),
  { value: 'booking', label: 'Bookings' },
  { value: 'visitor_request', label: 'Requests of visitors' },
]

export const kindLabel = (kind: string): string =>
  mailKinds.find(({ value }) => value === kind)?.label ?? kind.replaceAll('_', ' ')

const events: Readonly<Record<string, string>> = {
  'quotation.approved': 'automatically when a quotation is approved',
  'delivery.out': 'automatically when a delivery leaves',
  'delivery.delivered': 'automatically when a delivery was handed over',
  'payment.received': 'automatically when a payment arrives',
  'payment.refunded': 'automatically when money is paid back',
  'order.changed': 'automatically when an order was lowered or its rest ended',
  'credit_note.deposit_credited': 'automatically when a deposit is credited',
}

/** When a template is sent, in words. */
export const sentWhen = ({ sent_on, key }: { sent_on: string | null; key: string }): string => {
  if (sent_on) return events[sent_on] ?? 'automatically'
  if (key.endsWith('reminder') || key.endsWith('overdue')) return 'as a planned reminder'
  if (key === 'visitor_request') return 'automatically when a visitor sends a form'
  return key.startsWith('booking') ? 'with a booking' : 'when somebody sends it'
}
