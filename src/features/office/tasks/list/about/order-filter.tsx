import { useQuery } from '@tanstack/react-query'
import { recordKey } from '@/shared/domain/tasks/about-record'
import { beginningQuery } from '../../api/about-list.query'
import { orderSearchQuery } from '../../api/order-search.query'
import { FoundFilter } from '../found-filter'
import { orderName } from './order-name'

type OrderFilterProps = { about: string | null; onChange: (about: string | null) => void }

/** The tasks of one order, of its jobs and of its deliveries, found by number, title or client from 2 characters. */
export function OrderFilter({ about, onChange }: OrderFilterProps) {
  const chosen = useQuery(beginningQuery(about)).data
  return (
    <FoundFilter
      label="Order"
      placeholder="Any order"
      value={about}
      name={chosen?.about?.number ?? 'Order'}
      onChange={onChange}
      search={orderSearchQuery}
      choiceOf={(order) => ({ value: recordKey({ kind: 'order', id: order.id }), label: orderName(order) })}
      nothingFound="No order has these words"
      isWide
    />
  )
}
