import { Modal } from '@mantine/core'
import { OrderNumberDialog } from '../../shared/network/order-number-dialog'
import { isAbove } from '../../shared/payment/allocation'
import { RecordPayment } from '../../shared/payment/record-payment'
import { CreditInvoice } from '../components/credit-invoice'
import { CreditOpenDeposit } from '../components/credit-open-deposit'
import { UseCredit } from '../components/use-credit'
import { WriteOff } from '../components/write-off'
import type { InvoicePage } from './use-invoice-page'

/** The dialogs of an invoice. */
export const InvoiceDialogs = ({
  of: { row, dialogs, isOpen, credit, early, isDiscountRead },
}: {
  of: InvoicePage
}) => (
  <>
    <Modal opened={dialogs.payment.isOpen} onClose={dialogs.payment.close} title="Record a payment" size="lg">
      <RecordPayment contactId={row.contact_id} invoiceId={row.id} onClose={dialogs.payment.close} />
    </Modal>
    <Modal
      opened={dialogs.writeOff.isOpen}
      onClose={dialogs.writeOff.close}
      title="Write off the open amount"
      size="lg"
    >
      <WriteOff row={row} onClose={dialogs.writeOff.close} />
    </Modal>
    {dialogs.useCredit.isOpen && credit && isDiscountRead ? (
      <UseCredit row={row} credit={credit} early={early} onClose={dialogs.useCredit.close} />
    ) : null}
    {dialogs.creditRest.isOpen && isOpen ? <CreditOpenDeposit row={row} onClose={dialogs.creditRest.close} /> : null}
    <OrderNumberDialog row={row} />
    <Modal opened={dialogs.credit.isOpen} onClose={dialogs.credit.close} title="Credit this invoice" size="lg">
      <CreditInvoice
        invoiceId={row.id}
        kind={row.kind}
        isPaid={isAbove(row.paid, '0')}
        currency={row.currency}
        onClose={dialogs.credit.close}
      />
    </Modal>
  </>
)
