import { Badge } from '@mantine/core'
import { purchaseLooks } from './purchase-filters'

/** The status of a purchase order in its word and colour. */
export const PurchaseStatus = ({ status }: { status: string }) => (
  <Badge component="span" variant="light" color={purchaseLooks[status]?.color ?? 'gray'} style={{ flex: 'none' }}>
    {purchaseLooks[status]?.label ?? status}
  </Badge>
)
