import { useNavigate } from 'react-router-dom'
import { useRecordHref } from '@/shared/ui/page/record-links'

/** Returns to the order after its deposit was recorded. Undefined for a payment without an order. */
export function useBackToOrder(orderId: string | null | undefined): (() => void) | undefined {
  const navigate = useNavigate()
  const hrefOf = useRecordHref()
  const order = orderId ? hrefOf('order', orderId) : null
  return order === null ? undefined : () => void navigate(order, { replace: true })
}
