import { useNavigate } from 'react-router-dom'
import { useRecordHref } from '@/shared/ui/page/record-links'

/** What follows a recorded deposit: back to its order. Undefined for a payment of no order. */
export function useBackToOrder(orderId: string | null | undefined): (() => void) | undefined {
  const navigate = useNavigate()
  const hrefOf = useRecordHref()
  const order = orderId ? hrefOf('order', orderId) : null
  return order === null ? undefined : () => void navigate(order, { replace: true })
}
