import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'

const deliveryNotes = /^\/(?:delivery-notes|delivery-note|partial-delivery-note)(?:[/?#]|$)/

/** The preview of an invoice for staff, which somebody may have copied to a client. */
const officeInvoice = /^\/public\/invoices\//

/**
 * The reason why a visitor of a guarded page sees sign-in (spec 1 §2.7). The sentence mentions delivery notes only for
 * those.
 */
export const ReturnNotice = ({ returnUrl }: { returnUrl: string }) => (
  <Alert variant="light" icon={<IconLock size={18} aria-hidden />} role="status" mb="md">
    <Text size="sm">
      <strong>Access Required:</strong> Please log in to access{' '}
      {deliveryNotes.test(returnUrl) ? 'Delivery Notes' : 'the page you opened'}
    </Text>
    {officeInvoice.test(returnUrl) ? (
      <Text size="sm" mt={4}>
        This is the office’s own address of the invoice. Clients open it with the link of their mail, or in My Account.
      </Text>
    ) : null}
  </Alert>
)

type CallbackAlertProps = {
  /** Our words for the error; null once it was shown for 8 seconds. */
  text: string | null
}

/** The error of a mailed link. */
export function CallbackAlert({ text }: CallbackAlertProps) {
  if (text === null) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" mb="md">
      <Text size="sm">{text}</Text>
    </Alert>
  )
}
