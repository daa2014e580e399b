import { notifications } from '@mantine/notifications'
import { IconBan, IconDownload, IconFileCode, IconLink } from '@tabler/icons-react'
import { type Billed, isElectronic, lacksLeitweg, obstaclesOfDraft } from '@/documents/electronic/billed'
import { downloadBilledPdf, downloadUbl } from '@/documents/electronic/download'
import { confirmChange, confirmRemoval } from '@/kit/confirm'
import type { RecordAction } from '@/kit/record/record-page'
import type { Unusual } from '@/kit/save/ask-first'
import { markSent } from './api/mark-sent.mutation'
import { copyLink, type useAct } from './use-act'

type Act = ReturnType<typeof useAct>['act']

/**
 * Copies the client's address of the paper. It is the same on every host. For people with the right to edit, this also
 * marks the paper as sent.
 */
export const sendAction = (
  kind: 'invoice' | 'credit_note',
  { id, public_uuid }: { id: string; public_uuid: string },
  { act, mayEdit }: { act: Act; mayEdit: boolean },
): RecordAction => ({
  label: 'Copy client link',
  icon: <IconLink size={16} aria-hidden />,
  onClick: act(async () => {
    await copyLink(`/client-${kind === 'invoice' ? 'invoices' : 'credit-notes'}/${public_uuid}`)
    if (mayEdit) await markSent(kind, id)
  }),
})

/**
 * Asks for confirmation and issues a draft. The rules of electronic invoices are checked first, because an issued paper
 * never changes. `text`: the effect of issuing; missing data are listed before it. `onConfirm` gets what was agreed to.
 */
export const askToIssue = (
  billed: Billed | null | undefined,
  {
    what,
    text,
    onConfirm,
  }: { what: 'invoice' | 'credit note'; text: string; onConfirm: (said: readonly Unusual[]) => void },
): void => {
  const obstacles = billed ? obstaclesOfDraft(billed) : []
  const isPlain = billed ? lacksLeitweg(billed) : false
  confirmChange({
    title: `Issue this ${what}?`,
    text: obstacles.length > 0 ? `It cannot be sent as an electronic invoice. ${obstacles.join(' ')} ${text}` : text,
    confirm: isPlain
      ? 'Issue without XRechnung'
      : obstacles.length > 0
        ? 'Issue without electronic invoice'
        : `Issue ${what}`,
    onConfirm: () => onConfirm(isPlain ? ['without_xrechnung'] : []),
  })
}

/** Asks for confirmation and voids a draft. `text`: what happens to its lines. */
export const voidDraftAction = (text: string, onConfirm: () => void): RecordAction => ({
  label: 'Void draft',
  icon: <IconBan size={16} aria-hidden />,
  isDangerous: true,
  onClick: () => confirmRemoval({ title: 'Void this draft?', text, confirm: 'Void draft', onConfirm }),
})

/** The PDF of a billed paper with its data inside, and after issuing the same data as a separate file. */
export const billedActions = (
  billed: Billed | null | undefined,
  { act, isIssued }: { act: Act; isIssued: boolean },
): RecordAction[] =>
  billed
    ? [
        {
          label: 'PDF',
          icon: <IconDownload size={16} aria-hidden />,
          onClick: act(async () => {
            const obstacles = await downloadBilledPdf(billed)
            if (isIssued && obstacles.length > 0)
              notifications.show({
                color: 'yellow',
                autoClose: false,
                title: 'This PDF has no electronic invoice inside',
                message: obstacles.join(' '),
              })
          }),
        },
        ...(isIssued && isElectronic(billed)
          ? [
              {
                label: 'Electronic invoice (UBL)',
                icon: <IconFileCode size={16} aria-hidden />,
                onClick: act(() => downloadUbl(billed)),
              },
            ]
          : []),
      ]
    : []
