import { type Dialog, useDialog } from '@/kit/dialog/use-dialog'
import { fields } from '@/shared/domain/records/mini-schema'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { draftOf } from '@/shared/hooks/draft'

/** The name of what is typed for a credit note of this invoice, in this browser. */
export const creditDraft = (invoiceId: string): string => `credit-${invoiceId}`

/**
 * The dialog that credits an invoice. What is typed survives a reload of the open dialog; a dialog that is opened again
 * begins empty, so that no quantity of an earlier attempt is credited unseen.
 */
export function useCreditDialog(invoiceId: string): Dialog {
  const dialog = useDialog('credit')
  const { id: me } = useCurrentUser()
  return {
    ...dialog,
    open: () => {
      draftOf(me, creditDraft(invoiceId), fields({})).forgetSent(() => true)
      dialog.open()
    },
  }
}
