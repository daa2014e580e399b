import { Button, Modal, Stack } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useState } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordTabs } from '@/kit/record/record-page'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { AccountsBar } from '../../shared/accounts-bar'
import { RecordPayment } from '../../shared/payment/record-payment'
import { useBackToOrder } from '../use-back-to-order'
import { ActivityFeed } from './activity-feed'
import { PaymentDialog } from './payment-dialog'
import { PaymentsList } from './payments-list'

/** /statements-activity: payments and opened papers as they happen, and every payment (spec 1 §2.2). */
export function ActivityScreen() {
  const rights = useRights()
  const pay = useDialog('payment')
  const paid = useDialog('paid')
  const [chosen, setClient] = useState<string | null>(null)
  // `?dialog=payment.CLIENT.ORDER`: opens the payment of an order's deposit.
  const [asked, orderId] = pay.subject?.split('.') ?? []
  const client = asked ?? chosen
  const backToOrder = useBackToOrder(orderId)
  const close = () => {
    pay.close()
    setClient(null)
  }
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Payment Activity"
      width="full"
      actions={
        <>
          {can(rights, 'payments', 'create') ? (
            <Button leftSection={<IconCoins size={18} aria-hidden />} onClick={() => pay.open()}>
              Record payment
            </Button>
          ) : null}
        </>
      }
    >
      <RecordTabs
        tabs={[
          { name: 'activity', label: 'Activity', content: <ActivityFeed /> },
          ...(can(rights, 'payments', 'view')
            ? [{ name: 'payments', label: 'Payments', content: <PaymentsList /> }]
            : []),
        ]}
      />
      <PaymentDialog id={paid.isOpen ? paid.subject : null} onClose={paid.close} />
      <Modal opened={pay.isOpen} onClose={close} title="Record a payment" size="lg">
        <Stack gap="md">
          <ContactPicker label="Client" value={client} onChange={setClient} />
          {client ? <RecordPayment contactId={client} orderId={orderId} onClose={close} onSaved={backToOrder} /> : null}
        </Stack>
      </Modal>
    </PageFrame>
  )
}
