import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OpenInvoice } from '@/shared/domain/records/order-money'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { linkTo } from '@/shared/lib/address'

/** A button to pay each open invoice of an order that has a link of its own and no announced transfer. */
export function PayOpenInvoices({ of = [] }: { of?: readonly OpenInvoice[] | undefined }) {
  const { say } = usePageWords()
  const payable = of.filter(({ public_uuid, announced }) => public_uuid !== null && announced.length === 0)
  if (payable.length === 0) return null
  return (
    <Group gap="xs">
      {payable.map(({ number, public_uuid }) => (
        <Button
          key={number}
          component={Link}
          to={linkTo('/invoices/payment/:invoiceId', { invoiceId: public_uuid ?? '' })}
          size="md"
        >
          {payable.length === 1 ? say('pay_invoice') : say('pay_number', { number })}
        </Button>
      ))}
    </Group>
  )
}
