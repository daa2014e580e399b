import { notifications } from '@mantine/notifications'
import {
  IconCalculator,
  IconCalendarDue,
  IconChecklist,
  IconCopy,
  IconFileSearch,
  IconFileTypePdf,
  IconHistory,
  IconMessageReply,
  IconMinus,
  IconPencil,
  IconPhoneCheck,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { picturesOf } from '@/documents/paper/paper'
import { quotationPaper } from '@/documents/paper/papers'
import { downloadPdf } from '@/documents/pdf/download'
import type { RecordAction } from '@/kit/record/record-page'
import { can } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linePicturesQuery } from '../../shared/api/line-pictures.query'
import { depositInvoiceAction, mayInvoiceDeposit } from '../../shared/deposit-invoice-action'
import { previewQuery } from '../api/preview.query'
import { copyQuotation, reviseQuotation } from '../api/quotation.mutation'
import { orderQuery, type Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'

export type QuotationPanel = 'edit' | 'follow' | 'answer' | 'approve' | 'cancel' | 'lost' | 'takeOff'

/** The actions that this person may do with a quotation in its state: the next one, and all others. */
export function useQuotationActions(
  row: Quotation,
  unsaved: number,
  open: (panel: QuotationPanel) => void,
  /** The draft is an order that nobody sends as a quotation. */
  isForOrder = false,
) {
  const rights = useRights()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const act = (does: () => Promise<unknown>) => () => acting.mutate(does)
  const mayEdit = can(rights, 'quotations', 'edit')
  const isDraft = row.status === 'draft'
  const waits = unsaved > 0 ? 'Your changes are still being saved.' : null

  const revise: RecordAction = {
    label: 'Revise',
    icon: <IconPencil size={16} />,
    onClick: act(() => reviseQuotation(row.id)),
    isBusy: acting.isPending,
  }
  const send: RecordAction = {
    label: 'Send',
    icon: <IconSend size={18} aria-hidden />,
    href: `/quotations/send/${row.id}`,
    why: waits,
  }
  const approve: RecordAction = {
    label: 'Approve by phone or in person',
    icon: <IconPhoneCheck size={18} aria-hidden />,
    onClick: () => open('approve'),
    why: waits,
  }
  const answer: RecordAction = { label: 'Record answer', onClick: () => open('answer') }

  const primary: RecordAction | null = !mayEdit
    ? null
    : isDraft
      ? isForOrder
        ? approve
        : send
      : row.status === 'change_requested'
        ? { ...revise, icon: <IconPencil size={18} aria-hidden /> }
        : row.status === 'sent'
          ? answer
          : null
  const printed = async () => {
    const document = await queryClient.fetchQuery({ ...previewQuery(row.id), staleTime: 0 })
    if (!document) throw new Error('This quotation is not there any more')
    const paper = quotationPaper({ ...document, status: row.status })
    const pictures = await queryClient.fetchQuery(linePicturesQuery(picturesOf(paper)))
    return { paper, pictures }
  }
  const pdf = async () => {
    const { paper, pictures } = await printed()
    await downloadPdf(paper, { pictures })
  }
  const actions: (RecordAction | false)[] = [
    mayEdit && isDraft && (isForOrder ? send : approve),
    mayEdit && isDraft && { label: 'Edit head', icon: <IconPencil size={16} />, onClick: () => open('edit') },
    mayEdit &&
      !isDraft && { label: 'Owner and follow-up', icon: <IconCalendarDue size={16} />, onClick: () => open('follow') },
    mayEdit &&
      (row.status === 'change_requested'
        ? { ...answer, icon: <IconMessageReply size={16} /> }
        : ['sent', 'rejected', 'expired'].includes(row.status) && revise),
    { label: 'PDF', icon: <IconFileTypePdf size={16} />, onClick: act(pdf), why: waits },
    can(rights, 'quotations', 'create') && {
      label: 'Copy',
      icon: <IconCopy size={16} />,
      onClick: act(async () => navigate(`/quotations/${await copyQuotation(row.id, newId())}`)),
    },
    mayEdit &&
      isDraft &&
      row.amends !== null && {
        label: 'Take something off the order',
        icon: <IconMinus size={16} />,
        onClick: () => open('takeOff'),
      },
    mayEdit &&
      isDraft && {
        label: 'Calculate a price',
        icon: <IconCalculator size={16} />,
        href: `/calculator?quotation=${row.id}`,
      },
    can(rights, 'tasks', 'create') && {
      label: 'New task',
      icon: <IconChecklist size={16} />,
      href: `/quotations/${row.id}?new-task=quotation.${row.id}`,
    },
    ...useDepositInvoiceAction(row),
    { label: 'Versions', icon: <IconHistory size={16} />, href: `/quotations/history/${row.id}` },
    row.sent_at !== null && {
      label: 'As the client sees it',
      icon: <IconFileSearch size={16} />,
      href: `/client-quotations/${row.public_uuid}`,
    },
    mayEdit &&
      !['converted', 'cancelled', 'approved'].includes(row.status) && {
        label: 'Cancel quotation',
        icon: <IconX size={16} />,
        onClick: () => open('cancel'),
        isDangerous: true,
      },
  ]
  return { primary, actions: actions.filter((action) => action !== false), mayEdit, isDraft, printed }
}

/** Leads to the invoice over the deposit for which the order of this quotation waits; nothing where none is open. */
function useDepositInvoiceAction({ id, decided_at }: Quotation): RecordAction[] {
  const rights = useRights()
  const mayIssue = can(rights, 'invoices', 'edit') && can(rights, 'orders', 'view')
  const { data: order } = useQuery({ ...orderQuery(id), enabled: decided_at !== null && mayIssue })
  return order && mayInvoiceDeposit(rights, order)
    ? [depositInvoiceAction({ href: `/orders/${order.id}?dialog=order.deposit` })]
    : []
}
