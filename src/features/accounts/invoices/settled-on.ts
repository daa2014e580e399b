type Part = {
  amount: string
  allocated_on: string
  created_at: string
  payment: { received_on: string; created_at: string }
}

/**
 * The day on which a part of a payment settled its invoice. Money that was recorded for the invoice: the day that it came, not the
 * day that somebody typed it. Money that was credit before, and a part that is taken back: the day of that act.
 */
export function settledOn({ amount, allocated_on, created_at, payment }: Part): string {
  const isOneAct = created_at === payment.created_at && !amount.startsWith('-')
  return isOneAct || payment.received_on > allocated_on ? payment.received_on : allocated_on
}
