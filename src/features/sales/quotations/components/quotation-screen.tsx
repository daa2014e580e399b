import { Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router-dom'
import { isPlainZero } from '@/documents/totals'
import { useDialog } from '@/kit/dialog/use-dialog'
import { AnnouncedTransfers } from '@/kit/record/announced-transfers'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { QuotationInTime } from '@/kit/planning/fits-in-time'
import { PaperCurrency } from '@/kit/rates/paper-currency'
import { CardLacks } from '@/kit/record/card-lacks'
import { OnStopNotice } from '@/kit/record/on-stop-notice'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { QuestionMark } from '@/kit/thread/question-mark'
import { StaffThread } from '@/kit/thread/staff-thread'
import { PeopleHere } from '@/shared/ui/page/people-here'
import page from '@/shared/ui/page/record-page.module.css'
import { OpenNow } from '../../shared/open-now'
import { type Quotation, quotationQuery } from '../api/quotation.query'
import { LineSheet } from '../editor/line-sheet'
import { useColleaguesHere } from '../editor/use-colleagues-here'
import { useLines } from '../editor/use-lines'
import { useLiveQuotation } from '../use-live-quotation'
import { AboutQuotation } from './about-quotation'
import { ApproveDraft } from '../answers/approve-draft'
import { ChangeWanted } from '../answers/change-wanted'
import { CancelQuotation } from './cancel-quotation'
import { EditFollowUp, EditQuotation } from './edit-quotation'
import { SayWhyLost } from '../answers/lost-reason'
import { MarginGate } from './margin-gate'
import classes from './quotation.module.css'
import { RecordAnswer } from '../answers/record-answer'
import { ReduceOrderLine } from './reduce-order-line'
import { AbroadNote } from '../editor/abroad-note'
import { CountedDoubts } from './price-doubts'
import { Margin, Totals, totalText, useTotals } from './totals'
import { ValidUntil } from '../sending/valid-until'
import { DraftChanges } from './version-differences'
import { type QuotationPanel, useQuotationActions } from './use-quotation-actions'

/** /quotations/:id: the head, the lines and the next actions. */
export function QuotationScreen({ id }: { id: string }) {
  const quotation = useQuery(quotationQuery(id))
  return (
    <RecordState of={quotation} what="quotation" back={{ label: 'Quotations', href: '/quotations' }}>
      {(row) => <OpenQuotation key={row.id} row={row} />}
    </RecordState>
  )
}

const titles: Record<QuotationPanel, string> = {
  edit: 'Edit quotation',
  follow: 'Owner and follow-up',
  answer: 'Record the client’s answer',
  approve: 'The client said yes',
  cancel: 'Cancel this quotation',
  lost: 'Why was it lost?',
  takeOff: 'Take something off the order',
}

const panels = [
  'edit',
  'follow',
  'answer',
  'approve',
  'cancel',
  'lost',
  'takeOff',
] as const satisfies readonly QuotationPanel[]

const kindOf = ({ project_title: title }: Quotation, isForOrder: boolean): string =>
  isForOrder ? ['Order without a quotation', title].filter(Boolean).join(' · ') : (title ?? 'Quotation')

/** Why the lines of a quotation do not change any more, where it is not revised. */
const whyClosed: Readonly<Record<string, string>> = {
  approved: 'The client accepted these lines: they do not change any more. Copy the quotation to write another one.',
  converted: 'These lines were ordered: they do not change any more. Copy the quotation to write another one.',
  cancelled: 'This quotation is cancelled. Copy it to write another one.',
}

function OpenQuotation({ row }: { row: Quotation }) {
  const dialog = useDialog('quotation')
  const isForOrder = useSearchParams()[0].get('for') === 'order' && row.status === 'draft'
  const begins: unknown = Reflect.get(Object(useLocation().state), 'begins')
  const lines = useLines(row.id)
  const totals = useTotals(lines.lines, lines.readAt > 0, row)
  const { people, visitors, moveTo } = useColleaguesHere(row.public_uuid)
  useLiveQuotation(row, lines.readAlone)
  const { primary, actions, mayEdit, isDraft, printed } = useQuotationActions(
    row,
    lines.unsaved,
    dialog.open,
    isForOrder,
  )
  const asked = panels.find((one) => one === dialog.subject) ?? null
  const panel = mayEdit && (asked !== 'approve' || isDraft) ? asked : null
  const { close } = dialog

  return (
    <RecordPage
      title={row.number_with_version}
      kind={kindOf(row, isForOrder)}
      status={
        <Group component="span" gap="xs">
          <StatusBadge kind="quotation" status={row.status} />
          {isForOrder ? null : <ValidUntil row={row} isOpen={isDraft && mayEdit} />}
          <QuestionMark kind="quotation" id={row.id} />
          <PaperCurrency currency={row.currency} rate={row.rate} at={row.sent_at ?? row.created_at} />
        </Group>
      }
      presence={
        <>
          <PeopleHere people={people} />
          {row.sent_at ? <OpenNow quotationId={row.id} /> : null}
        </>
      }
      primary={primary}
      notice={
        <>
          <OnStopNotice contactId={row.contact_id} onStop={row.contact?.on_stop === true} mb="md" />
          <ChangeWanted row={row} mayEdit={mayEdit} />
        </>
      }
      actions={actions}
      back={{ label: 'Quotations', href: '/quotations' }}
      width="full"
    >
      <div className={classes.layout}>
        <div className={classes.lines}>
          <LineSheet
            quotationId={row.id}
            contactId={row.contact_id}
            locationId={row.location_id}
            currency={row.currency}
            rate={row.rate}
            of={lines}
            isOpen={isDraft && mayEdit}
            begins={begins === true}
            total={totalText(totals, row.currency)}
            showsBreaks={row.show_price_breaks}
            visitors={visitors}
            onAt={moveTo}
          />
          <DraftChanges row={row} stamp={lines.readAt} />
          {row.amends ? (
            <Text size="sm" c="dimmed" mt="xs">
              {row.status === 'converted'
                ? `These lines are part of order ${row.amends.order_number}.`
                : `With its approval these lines and their jobs join order ${row.amends.order_number}.`}
            </Text>
          ) : null}
          {isDraft || !mayEdit ? null : (
            <Text size="sm" c="dimmed" mt="xs">
              {whyClosed[row.status] ?? 'This version was sent. Revise the quotation to change its lines.'}
            </Text>
          )}
        </div>
        <aside className={classes.about} aria-label="About this quotation">
          {row.deposit_kind !== 'none' && ['draft', 'sent'].includes(row.status) ? (
            <CardLacks
              contactId={row.contact_id}
              paper="deposit invoice"
              needsVatNumber={(totals?.vat_table ?? []).some(
                ({ vat_treatment }) => vat_treatment === 'reverse_charge' || vat_treatment === 'intra_community',
              )}
              chargesVat={totals ? isAboveZero(totals.vat) : false}
              hasPlainZero={(totals?.vat_table ?? []).some(isPlainZero)}
            />
          ) : null}
          {row.status === 'converted' ? <AnnouncedTransfers kind="quotation" id={row.id} /> : null}
          <section className={page.panel} aria-label="Amounts">
            <Totals quotation={row} totals={totals} isOpen={isDraft} />
            {isDraft ? (
              <CountedDoubts
                lines={lines.lines}
                currency={row.currency}
                take={mayEdit ? (changes) => lines.perform(changes) : undefined}
              />
            ) : null}
            {isDraft && mayEdit ? <AbroadNote quotation={row} lines={lines} /> : null}
            <Margin quotationId={row.id} currency={row.currency} />
            <MarginGate row={row} mayEdit={mayEdit} />
          </section>
          {['draft', 'sent', 'change_requested'].includes(row.status) ? (
            <QuotationInTime id={row.id} stamp={lines.readAt} />
          ) : null}
          <StaffThread kind="quotation" id={row.id} page="quotations" mayEdit={mayEdit} />
          <AboutQuotation row={row} isDraft={isDraft} mayEdit={mayEdit} />
        </aside>
      </div>
      <PrintedPaper of={['quotation', row.id]} version={`${row.row_version} ${lines.readAt}`} read={printed} />
      <Modal opened={panel !== null} onClose={close} title={panel ? titles[panel] : ''} size="lg">
        {panel === 'edit' ? <EditQuotation row={row} onClose={close} /> : null}
        {panel === 'follow' ? <EditFollowUp row={row} onClose={close} /> : null}
        {panel === 'answer' ? <RecordAnswer row={row} lines={lines.lines} onClose={close} /> : null}
        {panel === 'approve' ? <ApproveDraft row={row} lines={lines.lines} onClose={close} /> : null}
        {panel === 'takeOff' ? <ReduceOrderLine row={row} onClose={close} /> : null}
        {panel === 'lost' ? <SayWhyLost row={row} onClose={close} /> : null}
        {panel === 'cancel' ? <CancelQuotation row={row} onClose={close} /> : null}
      </Modal>
    </RecordPage>
  )
}
