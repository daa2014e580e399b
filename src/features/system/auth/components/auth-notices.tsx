import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { useAuthText } from '../use-auth-text'

const deliveryNotes = /^\/(?:delivery-notes|delivery-note|partial-delivery-note)(?:[/?#]|$)/

/** The preview of an invoice for staff, which somebody may have copied to a client. */
const officeInvoice = /^\/public\/invoices\//

/**
 * The reason why a visitor of a guarded page sees sign-in (spec 1 §2.7). The sentence mentions delivery notes only for
 * those.
 */
export function ReturnNotice({ returnUrl }: { returnUrl: string }) {
  const say = useSay(authPart)
  return (
    <Alert variant="light" icon={<IconLock size={18} aria-hidden />} role="status" mb="md">
      <Text size="sm">
        <strong>{say('access_required')}</strong> {say(deliveryNotes.test(returnUrl) ? 'log_in_notes' : 'log_in_page')}
      </Text>
      {officeInvoice.test(returnUrl) ? (
        <Text size="sm" mt={4}>
          {say('office_invoice')}
        </Text>
      ) : null}
    </Alert>
  )
}

type CallbackAlertProps = {
  /** Our words for the error; null once it was shown for 8 seconds. */
  text: string | null
}

/** The error of a mailed link. */
export function CallbackAlert({ text }: CallbackAlertProps) {
  const textOf = useAuthText()
  if (text === null) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" mb="md">
      <Text size="sm">{textOf(text)}</Text>
    </Alert>
  )
}
