import { isDepositDue } from '../../shared/deposit-due'
import { CreditOrderDialog } from '../components/credit-order'
import { DepositFromCredit } from '../components/deposit-from-credit'
import { DepositInvoiceDialog } from '../components/deposit-invoice'
import { EditOrder } from '../components/edit-order'
import { EndOrderDialog } from '../components/end-order'
import { OrderReasonDialog } from '../components/order-reason'
import type { OrderPage } from './use-order-page'

/** The open dialog of an order. */
export function OrderDialogs({ of: { row, panel, close, records, credit } }: { of: OrderPage }) {
  switch (panel) {
    case 'edit':
      return <EditOrder row={row} onClose={close} />
    case 'end':
      return <EndOrderDialog row={row} onClose={close} />
    case 'credit':
      return <CreditOrderDialog row={row} onClose={close} />
    case 'deposit':
      return isDepositDue(row) && records.data ? (
        <DepositInvoiceDialog row={row} invoices={records.data.invoices} onClose={close} />
      ) : null
    case 'from-credit':
      return credit ? <DepositFromCredit row={row} credit={credit} onClose={close} /> : null
    case 'hold':
    case 'undo':
    case 'cancel':
      return <OrderReasonDialog row={row} doing={panel} onClose={close} />
    case null:
      return null
  }
}
