/**
 * Whether an invoice was issued with its payment, which is never taken off it. A deposit invoice that was issued before its money is
 * open again like any other; that one is deducted or credited, the database says.
 */
export const staysPaid = (invoice: { kind: string; taxed_when_paid: boolean }): boolean =>
  invoice.kind === 'deposit' && !invoice.taxed_when_paid
