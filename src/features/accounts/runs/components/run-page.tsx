import { Alert, Modal, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCoins, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { DocumentStory } from '@/kit/record/document-story'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import { readableIban } from '@/shared/domain/money/iban'
import { totalOf } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { accountsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { approveRun, cancelRun, decideAccount, exportRun, removePayment, settleRun } from '../api/runs.mutation'
import { type Run, runNotesQuery, type RunPayment, runQuery, runsKey } from '../api/runs.query'
import { failedPayments } from '../failed-payments'
import classes from '../runs.module.css'
import { ApproveRun } from './approve-run'
import { ReadReport } from './read-report'
import { Payment } from './run-payment'

const back = { label: 'Prepared Payments', href: linkTo('/payment-prepared') }

/** One payment run: its payments and accounts, who prepared and who approved it. */
export function RunPage({ id }: { id: string }) {
  const run = useQuery(runQuery(id))
  useLive(runsKey, [{ page: 'payments' }])
  return (
    <RecordState of={run} what="payment run" back={back}>
      {(row) => <OpenRun row={row} />}
    </RecordState>
  )
}

function OpenRun({ row }: { row: Run }) {
  const { id: me, rights } = useCurrentUser()
  const { act, isBusy } = useAct()
  const { open: setPanel, subject: panel, close } = useDialog('run')
  const mayEdit = can(rights, 'payments', 'edit')
  const isOpen = ['prepared', 'approved', 'exported'].includes(row.status)
  const notes = useQuery(runNotesQuery(row.id)).data
  // What is asked about does not change while a person reads it. Another version is refused by the database.
  const [asked, setAsked] = useState<Run | null>(null)
  const changed = row.items.filter(({ status, account_changed_at }) => status === 'open' && account_changed_at !== null)
  const payments = row.items.filter(({ status }) => status !== 'released' || row.status === 'cancelled')
  const file = { icon: <IconDownload size={18} aria-hidden />, onClick: act(() => exportRun(row.id)), isBusy }
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.run_number}
      kind="Payment run"
      status={<StatusBadge kind="payment_run" status={row.status} />}
      back={back}
      primary={mayEdit ? nextStep() : null}
      actions={
        mayEdit
          ? [
              ...(['exported', 'paid'].includes(row.status) ? [{ label: 'Download the file again', ...file }] : []),
              ...(isOpen && row.message_id !== null
                ? [{ label: 'Read the report of the bank', onClick: () => setPanel('report') }]
                : []),
              ...(isOpen ? [{ label: 'Cancel the run', isDangerous: true, onClick: () => setPanel('cancel') }] : []),
            ]
          : []
      }
      notice={
        <>
          {changed.length > 0 ? <AccountsChanged row={row} changed={changed} /> : null}
          {row.status === 'cancelled' ? <Problem>{`Cancelled: ${row.cancel_reason ?? ''}`}</Problem> : null}
        </>
      }
      aside={<About row={row} />}
    >
      <section className={classes.group} aria-label="Payments">
        <div className={classes.head}>{sumsOf(row, payments)}</div>
        {payments.map((payment) => (
          <Payment
            key={payment.id}
            payment={payment}
            row={row}
            bankNote={notes?.get(payment.id)}
            onRemove={
              mayEdit && row.status === 'prepared' && row.payments > 1 && payment.status === 'open'
                ? act(() => removePayment(payment.id))
                : null
            }
            onDecide={
              mayEdit && row.status === 'prepared' ? (iban: string) => act(() => decideAccount(payment.id, iban)) : null
            }
          />
        ))}
      </section>
      <ApproveRun
        row={panel === 'approve' ? asked : null}
        notes={notes}
        isBusy={isBusy}
        onClose={close}
        onApprove={(shown) => act(() => approveRun(shown.id, shown.row_version).finally(close))()}
      />
      <Modal opened={panel === 'settle'} onClose={close} title={`${row.run_number} is paid`}>
        <Settle row={row} onClose={close} />
      </Modal>
      <Modal opened={panel === 'report'} onClose={close} title={`What the bank says of ${row.run_number}`}>
        <ReadReport row={row} onClose={close} />
      </Modal>
      {panel === 'cancel' ? (
        <ReasonDialog
          title={`Cancel ${row.run_number}`}
          text={
            row.status === 'exported'
              ? 'The file was given out. Make sure that the bank does not pay it. The invoices can go into another run.'
              : 'Nothing is paid. The invoices can go into another run.'
          }
          submitLabel="Cancel the run"
          name={`run-cancel-${row.id}`}
          queryKey={accountsKey}
          save={(reason) => cancelRun(row.id, reason)}
          onClose={close}
        />
      ) : null}
    </RecordPage>
  )

  function nextStep(): RecordAction | null {
    if (row.status === 'prepared')
      return {
        label: 'Approve',
        icon: <IconCheck size={18} aria-hidden />,
        onClick: () => {
          setAsked(row)
          setPanel('approve')
        },
        isBusy,
        why: whyNot(),
      }
    if (row.status === 'approved') return { label: 'Export for the bank', ...file }
    if (row.status === 'exported')
      return { label: 'Mark as paid', icon: <IconCoins size={18} aria-hidden />, onClick: () => setPanel('settle') }
    return null
  }

  function whyNot(): string | null {
    if (row.prepared_by === me) return 'You prepared these payments. A second person approves them.'
    if (row.changed_by === me) return 'You decided about a bank account. A second person approves this run.'
    return changed.length > 0 ? 'A bank account changed. Somebody has to decide which account is paid.' : null
  }
}

const paymentsText = (count: number) => (count === 1 ? '1 payment' : `${count} payments`)

/** How many payments with their sum; those that the bank rejected are counted apart: their money did not go. */
function sumsOf(row: Run, payments: readonly RunPayment[]): string {
  const failed = payments.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return `${paymentsText(payments.length)} · ${formatMoney(row.total)}`
  const sum = (of: readonly RunPayment[]) => formatMoney(totalOf(of.map(({ amount }) => amount)))
  const left = payments.filter(({ status }) => status !== 'failed')
  return `${paymentsText(left.length)} · ${sum(left)}, and ${failed.length} rejected · ${sum(failed)}`
}

const AccountsChanged = ({ row, changed }: { row: Run; changed: readonly RunPayment[] }) => (
  <Alert
    color="red"
    variant="filled"
    mb="md"
    role="alert"
    icon={<IconAlertTriangle aria-hidden />}
    title={
      changed.length === 1
        ? `The bank account of ${changed[0]?.creditor} changed after these payments were prepared`
        : `${changed.length} bank accounts changed after these payments were prepared`
    }
  >
    {row.status === 'exported'
      ? 'The file was exported before. Call the supplier. Stop the payment at the bank if the new account is right.'
      : 'Call the supplier at a number that you know. Then choose the account below. A second person approves the run again.'}
  </Alert>
)

function About({ row }: { row: Run }) {
  const { data: staff, isPending } = useQuery(staffQuery)
  const nameOf = (id: string | null) =>
    id === null ? null : (staff?.find(({ value }) => value === id)?.label ?? (isPending ? '…' : 'A former colleague'))
  return (
    <Stack>
      <section className={page.panel} aria-label="About">
        <Facts
          of={{
            'To be paid on': calendarDayText(row.pay_on),
            Total: <strong>{formatMoney(row.total)}</strong>,
            From: `${row.debtor_name}\n${readableIban(row.debtor_iban)}`,
            'Prepared by': nameOf(row.prepared_by),
            'Account decided by': nameOf(row.changed_by),
            'Approved by': nameOf(row.approved_by) ?? (row.status === 'prepared' ? 'Nobody yet' : null),
            Exported: row.exported_at ? dayText(row.exported_at) : null,
            'Message id': row.message_id,
            Paid: row.paid_on ? calendarDayText(row.paid_on) : null,
            Note: row.note,
          }}
        />
      </section>
      <section className={page.panel}>
        <Title order={2} size="h4" mb="xs">
          Story
        </Title>
        <DocumentStory kind="payment_run" id={row.id} queryKey={[...runsKey, 'one', row.id]} words={words} />
      </section>
    </Stack>
  )
}

const words = {
  prepared: 'Prepared',
  approved: 'Approved',
  exported: 'Exported for the bank',
  exported_again: 'File downloaded again',
  paid: 'Paid',
  cancelled: 'Cancelled',
  reported: 'The bank reported',
  payment_failed: 'A payment failed',
  payment_removed: 'A payment was taken out',
  account_changed: 'A bank account changed',
  account_decided: 'The account was decided',
  debit_taken_back: 'A debit of the bank was taken back',
}

function Settle({ row, onClose }: { row: Run; onClose: () => void }) {
  const open = row.items.filter(({ status }) => status === 'open')
  const form = useRecordForm({
    fields: defineFields({ paid_on: date('Paid on', { required: true }), failed: failedPayments(open) }),
    name: `settle-run-${row.id}`,
    isNew: true,
    stored: { paid_on: row.pay_on < today() ? row.pay_on : today() },
    queryKey: accountsKey,
    save: ({ paid_on, failed }) => settleRun(row.id, paid_on, failed),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      isPlain
      autoFocus
      label="The bank paid"
      submitLabel="Mark as paid"
      onCancel={onClose}
      hint={<Text size="sm">The invoices are paid from then on.</Text>}
    />
  )
}
