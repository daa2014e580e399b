import { Modal, Skeleton, Stack, Title } from '@mantine/core'
import { IconBan, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { creditNotePaper } from '@/documents/paper/papers'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { confirmChange, confirmRemoval } from '@/kit/confirm'
import { useLive } from '@/kit/live/use-live'
import { MailPanel } from '@/kit/mail/mail-panel'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { contactName } from '@/shared/domain/contact'
import { calendarDayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { topics } from '@/shared/domain/nudge'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { Problem } from '@/shared/ui/problem'
import { RecordLink } from '@/shared/ui/record-links'
import page from '@/shared/ui/record-page.module.css'
import classes from '../../shared/accounts.module.css'
import { markSent } from '../../shared/api/mark-sent.mutation'
import { billedActions } from '../../shared/billed-actions'
import { accountsKey } from '../../shared/keys'
import { isAbove } from '../../shared/payment/allocation'
import { Story } from '../../shared/story'
import { copyLink, useAct } from '../../shared/use-act'
import { issueCreditNote, voidCreditNote } from '../api/credit-note.mutation'
import { type CreditNote, creditNotePaperQuery, creditNoteQuery } from '../api/credit-note.query'
import { UseCredit } from './use-credit'

/** /credit-notes/:id for staff: the paper, which invoices it lowers, and what is left of it. */
export function CreditNoteScreen({ id }: { id: string }) {
  const note = useQuery(creditNoteQuery(id))
  return (
    <RecordState of={note} what="credit note" back={{ label: 'Invoices', href: '/invoices' }}>
      {(row) => <OpenCreditNote key={row.id} row={row} />}
    </RecordState>
  )
}

function OpenCreditNote({ row }: { row: CreditNote }) {
  const rights = useRights()
  const use = useDialog('use')
  const paper = useQuery(creditNotePaperQuery(row.id))
  const { act, isBusy } = useAct()
  useLive(accountsKey, [{ topic: topics.document(row.public_uuid) }, { page: 'invoices' }])
  const mayEdit = can(rights, 'invoices', 'edit')
  const isDraft = row.status === 'draft'
  const isIssued = !isDraft && row.status !== 'void'
  const send: RecordAction = {
    label: 'Copy client link',
    icon: <IconLink size={16} aria-hidden />,
    onClick: act(async () => {
      await copyLink(`/credit-notes/${row.public_uuid}`)
      if (mayEdit) await markSent('credit_note', row.id)
    }),
  }
  const issue: RecordAction = {
    label: 'Issue',
    isBusy,
    onClick: () =>
      confirmChange({
        title: 'Issue this credit note?',
        text: `It gets its number and lowers ${row.invoice.invoice_number ?? 'its invoice'} as far as that is open. It never changes again.`,
        confirm: 'Issue credit note',
        onConfirm: act(() => issueCreditNote(row.id)),
      }),
  }
  const actions: RecordAction[] = [
    ...(isIssued && isAbove(row.open, '0') && can(rights, 'payments', 'create')
      ? [{ label: 'Use for another invoice', onClick: () => use.open() }]
      : []),
    ...billedActions(paper.data && { kind: 'credit note', document: paper.data }, { act, isIssued }),
    ...(isDraft && mayEdit
      ? [
          {
            label: 'Void draft',
            icon: <IconBan size={16} aria-hidden />,
            isDangerous: true,
            onClick: () =>
              confirmRemoval({
                title: 'Void this draft?',
                text: 'Its quantities can be credited again. The draft itself stays void.',
                confirm: 'Void draft',
                onConfirm: act(() => voidCreditNote(row.id)),
              }),
          },
        ]
      : []),
  ]
  return (
    <RecordPage
      title={row.credit_number ?? 'Draft credit note'}
      kind="Credit note"
      status={<StatusBadge kind="credit_note" status={row.status} />}
      primary={isDraft ? (mayEdit ? issue : null) : isIssued ? send : null}
      actions={actions}
      back={{ label: row.invoice.invoice_number ?? 'Invoice', href: `/invoices/${row.invoice_id}` }}
      width="full"
    >
      <div className={classes.layout}>
        <div>
          {paper.data ? (
            <PaperSheet paper={creditNotePaper(paper.data)} />
          ) : paper.isError ? (
            <Problem onRetry={() => void paper.refetch()}>The paper could not be read</Problem>
          ) : (
            <Skeleton height={640} />
          )}
        </div>
        <Stack gap="md" component="aside" aria-label="About this credit note">
          <section className={page.panel}>
            <Facts
              of={{
                Client: row.contact ? (
                  <RecordLink kind={row.contact.type === 'Business' ? 'business' : 'person'} id={row.contact.id}>
                    {contactName(row.contact)}
                  </RecordLink>
                ) : null,
                Invoice: (
                  <RecordLink kind="invoice" id={row.invoice_id}>
                    {row.invoice.invoice_number}
                  </RecordLink>
                ),
                Reason: row.reason,
                Total: formatMoney(row.gross, row.currency),
                ...(isIssued
                  ? {
                      ...Object.fromEntries(
                        row.uses.map((use) => [
                          `Lowers ${use.invoice.invoice_number ?? ''}`,
                          `${formatMoney(use.amount, row.currency)}, ${calendarDayText(use.allocated_on)}`,
                        ]),
                      ),
                      'Still credit': <strong>{formatMoney(row.open, row.currency)}</strong>,
                    }
                  : {}),
              }}
            />
          </section>
          {isIssued ? (
            <MailPanel
              kind="credit_note"
              what="credit note"
              id={row.id}
              page="invoices"
              queryKey={accountsKey}
              maySend={mayEdit}
            />
          ) : null}
          <section className={page.panel}>
            <Title order={2} size="h4" mb="xs">
              Story
            </Title>
            <Story kind="credit_note" id={row.id} />
          </section>
        </Stack>
      </div>
      <Modal opened={use.isOpen} onClose={use.close} title="Use the credit">
        <UseCredit row={row} onClose={use.close} />
      </Modal>
    </RecordPage>
  )
}
