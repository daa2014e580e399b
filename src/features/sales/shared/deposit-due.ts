import { compared, exact } from '@/shared/domain/money/decimal'

export type DepositOfOrder = { status: string; deposit_amount: string; deposit_paid: string }

/** True when the order waits for its deposit or a part of it. Amounts are decimal text. */
export const isDepositDue = (order: DepositOfOrder): boolean =>
  order.status !== 'cancelled' && compared(exact(order.deposit_amount), exact(order.deposit_paid)) > 0
