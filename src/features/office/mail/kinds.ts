/** The names of the record kinds that mails are about. */
export const mailKinds: readonly { value: string; label: string }[] = [
  { value: 'quotation', label: 'Quotations' },
  { value: 'order', label: 'Orders' },
  { value: 'mockup', label: 'Proofs' },
  { value: 'delivery', label: 'Deliveries' },
  { value: 'invoice', label: 'Invoices' },
  { value: 'credit_note', label: 'Credit notes' },
  { value: 'statement', label: 'Statements' },
  { value: 'payment', label: 'Payments' },
  { value: 'purchase_order', label: 'Purchase orders' },
  { value: 'booking', label: 'Bookings' },
]

export const kindLabel = (kind: string): string =>
  mailKinds.find(({ value }) => value === kind)?.label ?? kind.replaceAll('_', ' ')

const events: Readonly<Record<string, string>> = {
  'quotation.approved': 'automatically when a quotation is approved',
  'delivery.out': 'automatically when a delivery leaves',
  'delivery.delivered': 'automatically when a delivery was handed over',
  'payment.received': 'automatically when a payment arrives',
}

/** When a template is sent, in words. */
export const sentWhen = ({ sent_on, key }: { sent_on: string | null; key: string }): string => {
  if (sent_on) return events[sent_on] ?? 'automatically'
  if (key.endsWith('reminder') || key.endsWith('overdue')) return 'as a planned reminder'
  return key.startsWith('booking') ? 'with a booking' : 'when somebody sends it'
}
