import { PayStatement } from '@/features/accounts/payment/components/pay-statement'
import { PublicStatementScreen } from '@/features/accounts/papers/components/public-screens'

/** /statements/:id at its public link: the statement, and the payment of its open amount. */
export const PublicStatement = ({ id }: { id: string }) => (
  <PublicStatementScreen id={id} pay={<PayStatement uuid={id} />} />
)
