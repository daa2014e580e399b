import { PayStatement } from '@/features/accounts/payment/components/pay-statement'
import { PublicStatementScreen } from '@/features/accounts/papers/components/public-screens'

/** /statements/:id by its link: the statement, and the way to pay what of it is open. */
export const PublicStatement = ({ id }: { id: string }) => (
  <PublicStatementScreen id={id} pay={<PayStatement uuid={id} />} />
)
