import { Modal } from '@mantine/core'
import { IconReceiptRefund, IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { confirmChange } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { creditNotePaper } from '@/documents/paper/papers'
import { useLive } from '@/kit/live/use-live'
import { useMailAction } from '@/kit/mail/mail-panel'
import { type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { formatMoney } from '@/shared/domain/money/money'
import { afterwardsText } from '@/shared/domain/records/billed-again'
import { topics } from '@/shared/domain/records/nudge'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import { AccountsBar } from '../../shared/accounts-bar'
import { askToIssue, billedActions, sendAction, voidDraftAction } from '../../shared/billed-actions'
import { BilledBody } from '../../shared/billed-body'
import { DraftLacks } from '../../shared/network/draft-lacks'
import { NetworkPanel } from '../../shared/network/network-panel'
import { accountsKey } from '../../shared/keys'
import { isAbove } from '../../shared/payment/allocation'
import { useAct } from '../../shared/use-act'
import { billAgain, issueCreditNote, voidCreditNote } from '../api/credit-note.mutation'
import { type CreditNote, creditNotePaperQuery, creditNoteQuery, notesOfDepositsQuery } from '../api/credit-note.query'
import { lowered } from '../lowered'
import { PayBack } from './pay-back'
import { UseCredit } from './use-credit'

/** /credit-notes/:id for staff: the paper, the invoices that it lowers, and its open rest. */
export function CreditNoteScreen({ id }: { id: string }) {
  const note = useQuery(creditNoteQuery(id))
  return (
    <RecordState of={note} what="credit note" back={{ label: 'Credit notes', href: '/credit-notes' }}>
      {(row) => <OpenCreditNote key={row.id} row={row} />}
    </RecordState>
  )
}

/** Whether what it credits can be billed again: lines of an order, or a deposit that does not go with another note. */
const isAsked = ({ invoice, with_note_id, lines, status }: CreditNote): boolean =>
  status !== 'void' &&
  with_note_id === null &&
  (invoice.kind === 'deposit' || lines.some(({ of }) => Boolean(of?.order_item_id)))

/** What can be changed about what was credited: the act, and what it means. */
const changes = {
  deposit: {
    again: ['Ask for the deposit again', 'The order waits for its deposit again, and its client is asked for it.'],
    not: ['Do not ask for the deposit again', 'The order waits for it no more, and its client is not asked for it.'],
  },
  lines: {
    again: ['Invoice it again', 'Its quantities are to invoice on their order again. The credit note stays as it is.'],
    not: [
      'Do not charge it',
      'Its quantities count as invoiced, and nobody is charged for them. The credit note stays as it is.',
    ],
  },
} as const

/** Changes what becomes of what was credited, after saying what that means. */
function afterwardsAction(row: CreditNote, may: boolean, onChange: (isAgain: boolean) => void): RecordAction[] {
  if (!may || !isAsked(row)) return []
  const isAgain = !row.is_billed_again
  const [act, text] = changes[row.invoice.kind === 'deposit' ? 'deposit' : 'lines'][isAgain ? 'again' : 'not']
  return [
    {
      label: `${act}…`,
      icon: <IconRotate size={16} aria-hidden />,
      onClick: () =>
        confirmChange({
          title: `${act}?`,
          text,
          confirm: act,
          onConfirm: () => onChange(isAgain),
        }),
    },
  ]
}

function OpenCreditNote({ row }: { row: CreditNote }) {
  const rights = useRights()
  const use = useDialog('use')
  const back = useDialog('pay-back')
  const paper = useQuery(creditNotePaperQuery(row.id))
  const deposits = useQuery(notesOfDepositsQuery(row.id)).data ?? []
  const { act, isBusy } = useAct()
  useLive(accountsKey, [{ topic: topics.document(row.public_uuid) }, { page: 'invoices' }])
  const mayEdit = can(rights, 'invoices', 'edit')
  const isDraft = row.status === 'draft'
  const isIssued = !isDraft && row.status !== 'void'
  const copy = sendAction('credit_note', row, { act, mayEdit })
  const mail = useMailAction()
  const issue: RecordAction = {
    label: 'Issue',
    isBusy: isBusy || paper.isPending,
    onClick: () =>
      askToIssue(paper.data && { kind: 'credit note', document: paper.data }, {
        what: 'credit note',
        text: `It gets its number and lowers ${row.invoice.invoice_number ?? 'its invoice'} as far as that is open.${deposits
          .map(
            (note) =>
              ` ${note.invoice.invoice_number} is credited by ${formatMoney(note.gross, note.currency)} with it.`,
          )
          .join('')} It never changes again.`,
        onConfirm: (said) => act(() => issueCreditNote(row.id, said))(),
      }),
  }
  const hasCredit = isIssued && isAbove(row.open, '0')
  const payBack: RecordAction = {
    label: `Pay back ${formatMoney(row.open, row.currency)}`,
    icon: <IconReceiptRefund size={16} aria-hidden />,
    onClick: () => back.open(),
  }
  const mayPayBack = hasCredit && can(rights, 'payments', 'edit')
  const primary = isDraft ? (mayEdit ? issue : null) : mayPayBack ? payBack : isIssued && mayEdit ? mail : null
  const actions: RecordAction[] = [
    ...(isIssued ? [copy] : []),
    ...(hasCredit && can(rights, 'payments', 'create')
      ? [{ label: 'Use for another invoice', onClick: () => use.open() }]
      : []),
    ...billedActions(paper.data && { kind: 'credit note', document: paper.data }, { act, isIssued }),
    ...afterwardsAction(row, can(rights, 'invoices', 'create'), (isAgain) => act(() => billAgain(row.id, isAgain))()),
    ...(isDraft && mayEdit
      ? [
          voidDraftAction(
            'Its quantities can be credited again. The draft itself stays void.',
            act(() => voidCreditNote(row.id)),
          ),
        ]
      : []),
  ]
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.credit_number ?? 'Draft credit note'}
      kind="Credit note"
      status={<StatusBadge kind="credit_note" status={row.status} />}
      primary={primary}
      actions={actions}
      back={{ label: 'Credit notes', href: '/credit-notes' }}
      width="full"
    >
      <BilledBody
        kind="credit_note"
        id={row.id}
        read={paper}
        draw={creditNotePaper}
        client={row.contact}
        isIssued={isIssued}
        maySend={mayEdit}
        isMailPrimary={primary === mail}
        amounts={{
          Total: formatMoney(row.gross, row.currency),
          ...(isIssued
            ? {
                ...lowered(row.uses, row.currency),
                'Still credit': <strong>{formatMoney(row.open, row.currency)}</strong>,
              }
            : {}),
        }}
        facts={{
          Invoice: (
            <RecordLink kind="invoice" id={row.invoice_id}>
              {row.invoice.invoice_number}
            </RecordLink>
          ),
          ...(deposits.length > 0
            ? {
                'Deposit credited with it': deposits.map((note) => (
                  <div key={note.id}>
                    <RecordLink kind="credit_note" id={note.id}>
                      {note.credit_number ?? 'Draft'}
                    </RecordLink>{' '}
                    {note.invoice.invoice_number}, {formatMoney(note.gross, note.currency)}
                  </div>
                )),
              }
            : {}),
          Reason: row.reason,
          'What becomes of it': isAsked(row)
            ? afterwardsText(row.is_billed_again, row.invoice.kind === 'deposit')
            : null,
        }}
      >
        {isDraft ? (
          <DraftLacks billed={paper.data && { kind: 'credit note', document: paper.data }} contactId={row.contact_id} />
        ) : null}
        {isIssued ? <NetworkPanel kind="credit_note" id={row.id} contactId={row.contact_id} mayEdit={mayEdit} /> : null}
      </BilledBody>

      <Modal opened={use.isOpen} onClose={use.close} title="Use the credit">
        <UseCredit row={row} onClose={use.close} />
      </Modal>
      <Modal
        opened={back.isOpen}
        onClose={back.close}
        title={`Pay back ${row.credit_number ?? 'the credit'}`}
        size="lg"
      >
        <PayBack row={row} onClose={back.close} />
      </Modal>
    </RecordPage>
  )
}
