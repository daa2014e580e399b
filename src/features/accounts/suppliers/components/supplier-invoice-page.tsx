import { Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCoins } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { DocumentStory } from '@/kit/record/document-story'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { saveVersioned } from '@/kit/save/save-row'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { contactName } from '@/shared/domain/people/contact'
import { isDay } from '@/shared/domain/time/days'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { AccountsBar } from '../../shared/accounts-bar'
import classes from '../../shared/accounts.module.css'
import { dueText, today } from '../../shared/today'
import { type SupplierInvoice, supplierFileQuery, supplierInvoiceQuery, suppliersKey } from '../api/suppliers.query'
import { billFields, billProblems } from '../supplier-fields'
import { counted, creditState, withoutSign } from '../supplier-credit'
import { booksCurrency, isWithoutWorth } from '../bill-worth'
import { BillSums } from './bill-sums'
import { BillWorth } from './bill-worth'
import { AccountDoubt, headSections, useKnownQuestions, useQuestionsOf } from './bill-questions'
import { PaperFile } from './paper-file'
import { linesProblem, ownSums } from '../lines-of-bill'
import { DeductCredit } from './deduct-credit'
import { PayBill } from './pay-bill'
import { Payments } from './payments-of-bill'
import { Lines } from './supplier-lines'

const back = { label: 'Supplier invoices', href: linkTo('/supplier-invoices') }

/** One supplier invoice beside its file, with the next action. */
export function SupplierInvoicePage({ id }: { id: string }) {
  const invoice = useQuery(supplierInvoiceQuery(id))
  useLive(suppliersKey, [{ page: 'supplier-invoices' }, { page: 'payments', tables: ['supplier_payments'] }])
  return (
    <RecordState of={invoice} what="invoice" back={back}>
      {(row) => <OpenInvoice row={row} />}
    </RecordState>
  )
}

function OpenInvoice({ row }: { row: SupplierInvoice }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const { open: setPanel, subject: panel, close } = useDialog('invoice')
  const moving = useOneMutation({
    mutationFn: (status: string) =>
      saveVersioned({ table: 'supplier_invoices', what: 'this invoice', row, values: { status } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: suppliersKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const mayEdit = can(rights, 'supplier-invoices', 'edit')
  const isApproved = ['approved', 'scheduled', 'part_paid'].includes(row.status)
  const mayPay = can(rights, 'payments', 'create') && isApproved
  const isOpen = ['received', 'disputed'].includes(row.status)
  const approve: RecordAction = {
    label: 'Approve',
    why: isWithoutWorth(row) ? `Please say first what it is worth in ${booksCurrency()}` : linesProblem(row),
    isBusy: moving.isPending,
    onClick: () => moving.mutate('approved'),
  }
  const deduct: RecordAction = { label: 'Deduct from an invoice', onClick: () => setPanel('deduct') }
  const pay: RecordAction = {
    label: row.is_credit ? 'Record money that came back' : 'Record payment',
    icon: <IconCoins size={18} aria-hidden />,
    onClick: () => setPanel('pay'),
  }
  const actions: RecordAction[] = !mayEdit
    ? []
    : [
        ...(row.is_credit && mayPay ? [pay] : []),
        ...(row.status === 'approved' && !row.is_credit
          ? [{ label: 'Schedule payment', onClick: () => setPanel('schedule') }]
          : []),
        ...(row.status === 'scheduled'
          ? [{ label: 'Take out of the schedule', onClick: () => moving.mutate('approved') }]
          : []),
        ...(isApproved ? [{ label: 'Take the approval back', onClick: () => moving.mutate('received') }] : []),
        ...(row.status === 'disputed' ? [{ label: 'Dispute settled', onClick: () => moving.mutate('received') }] : []),
        ...(['received', 'approved'].includes(row.status)
          ? [{ label: 'Dispute', isDangerous: true, onClick: () => setPanel('dispute') }]
          : []),
      ]
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.supplier_number}
      kind={kindOf(row)}
      status={<StatusBadge kind="supplier_invoice" status={row.status} state={creditState(row)} />}
      back={back}
      primary={row.status === 'received' && mayEdit ? approve : mayPay ? (row.is_credit ? deduct : pay) : null}
      actions={actions}
      width="full"
      notice={row.status === 'disputed' ? <Problem>{`Disputed: ${row.dispute_reason ?? ''}`}</Problem> : null}
    >
      <div className={classes.layout}>
        <Stack gap="md">
          <FileView path={row.file_path} name={row.file_name} />
          {row.lines.length > 0 || isOpen ? <Lines row={row} mayEdit={mayEdit} /> : null}
        </Stack>
        <Stack gap="md" component="aside" aria-label="About this invoice">
          <BillWorth row={row} mayEdit={mayEdit} />
          {isOpen && mayEdit ? <EditHead row={row} /> : <Head row={row} mayTakeBack={mayEdit && isApproved} />}
          {row.payments.length > 0 ? <Payments row={row} /> : null}
          <section className={page.panel}>
            <Title order={2} size="h4" mb="xs">
              Story
            </Title>
            <DocumentStory
              kind="supplier_invoice"
              id={row.id}
              queryKey={[...suppliersKey, 'one', row.id]}
              words={storyWords}
            />
          </section>
        </Stack>
      </div>
      <Modal
        opened={panel === 'pay'}
        onClose={close}
        title={row.is_credit ? 'Money that came back' : 'Record a payment'}
      >
        <PayBill row={row} onClose={close} />
      </Modal>
      <Modal opened={panel === 'deduct'} onClose={close} title="Deduct this credit note">
        <DeductCredit row={row} onClose={close} />
      </Modal>
      <Modal opened={panel === 'schedule'} onClose={close} title="Schedule the payment">
        <MoveWith row={row} status="scheduled" fields={scheduleFields} label="Schedule payment" onClose={close} />
      </Modal>
      <Modal
        opened={panel === 'dispute'}
        onClose={close}
        title={`Dispute this ${row.is_credit ? 'credit note' : 'invoice'}`}
      >
        <MoveWith row={row} status="disputed" fields={disputeFields} label="Dispute" onClose={close} />
      </Modal>
    </RecordPage>
  )
}

/** Whose it is and over how much, beside the act that approves it. */
const kindOf = ({ supplier, is_credit, gross, currency }: SupplierInvoice) =>
  [
    is_credit ? 'Credit note' : null,
    supplier ? contactName(supplier) : is_credit ? null : 'Supplier invoice',
    formatMoney(withoutSign(gross), currency),
  ]
    .filter(Boolean)
    .join(', ')

const storyWords = {
  created: 'Entered',
  paid: 'Paid',
  paid_back: 'Money came back',
  worth: 'Worth',
  worth_taken_back: 'Worth taken back',
  payment_taken_back: 'Payment taken back',
  credit_deducted: 'Credit note deducted',
  deducted: 'Deducted from an invoice',
  deduction_taken_back: 'Deduction taken back',
}

function FileView({ path, name }: { path: string | null; name: string | null }) {
  const file = useQuery({ ...supplierFileQuery(path ?? ''), enabled: path !== null })
  if (path === null)
    return (
      <section className={page.panel}>
        <Text c="dimmed">It was entered without a file.</Text>
      </section>
    )
  if (file.isError) return <Problem onRetry={() => void file.refetch()}>The file could not be read</Problem>
  if (!file.data) return <Skeleton height={480} />
  return (
    <PaperFile
      address={file.data.address}
      name={name}
      kind={path.endsWith('.xml') ? 'xml' : file.data.isPdf ? 'pdf' : 'picture'}
    />
  )
}

const Head = ({ row, mayTakeBack }: { row: SupplierInvoice; mayTakeBack: boolean }) => (
  <section className={page.panel}>
    {mayTakeBack ? (
      <Text size="sm" c="dimmed" mb="sm">
        Approved: the amounts, the IBAN and the reference stay as they are. To change them, take the approval back
        first.
      </Text>
    ) : null}
    <Facts
      of={{
        Supplier: row.supplier && <ContactLink of={row.supplier} />,
        'Purchase order': row.purchase && (
          <RecordLink kind="purchase_order" id={row.purchase.id}>
            {row.purchase.purchase_number}
          </RecordLink>
        ),
        Date: calendarDayText(row.invoice_date),
        'Counts from':
          row.booked_on && row.booked_on !== row.invoice_date
            ? `${calendarDayText(row.booked_on)}: the books of its own day are closed`
            : null,
        Due: dueText(row),
        'To be paid on': row.scheduled_for ? calendarDayText(row.scheduled_for) : null,
        'Paid early': row.discount_pct
          ? `${shortDecimalText(row.discount_pct)} % less until ${calendarDayText(row.discount_until ?? '')}`
          : null,
        IBAN: row.iban,
        Reference: row.payment_reference,
        Note: row.note,
        'For invoice': row.credited_number,
        'Another bill because': row.another_bill_reason,
      }}
    />
    {row.open === '0.00' ? null : <AccountDoubt supplierId={row.supplier_id} iban={row.iban ?? ''} />}
    <Facts
      amounts
      of={{
        Net: formatMoney(row.net, row.currency),
        [withTax('{Tax}')]: formatMoney(row.vat, row.currency),
        Total: <strong>{formatMoney(row.gross, row.currency)}</strong>,
        ...ownFacts(row),
        'Discount taken': row.discount_taken === '0.00' ? null : formatMoney(row.discount_taken, row.currency),
        [row.is_credit ? 'Used' : 'Paid']: formatMoney(row.paid, row.currency),
        [row.is_credit ? 'Left' : 'To pay']: <strong>{formatMoney(row.open, row.currency)}</strong>,
      }}
    />
  </section>
)

/** What the company owes itself, and what of all VAT is cost. */
function ownFacts({ lines, currency }: SupplierInvoice) {
  const { own, kept } = ownSums(lines)
  return {
    [withTax('{Tax} that you owe')]: own === null ? null : formatMoney(own, currency),
    [withTax('{Tax} that is not deducted')]: kept === null ? null : formatMoney(kept, currency),
  }
}

function EditHead({ row }: { row: SupplierInvoice }) {
  const { asks, know } = useKnownQuestions()
  const isFixed = row.paper_currency !== null
  const fields = useMemo(() => billFields(asks, row.currency, isFixed), [asks, row.currency, isFixed])
  const form = useRecordForm({
    fields,
    name: `supplier-invoice-${row.id}`,
    stored: {
      ...row,
      net: withoutSign(row.net),
      vat: withoutSign(row.vat),
      vat_confirmed: asks.vat !== null && row.vat_confirmed_as === asks.vat_as,
    },
    queryKey: suppliersKey,
    duplicate: 'There is an invoice of this supplier with this number already.',
    check: (drafts) => billProblems(drafts, asks),
    save: ({ vat_confirmed, is_credit, ...head }) =>
      saveVersioned({
        table: 'supplier_invoices',
        what: 'this invoice',
        row,
        values: {
          ...counted(is_credit, head),
          another_bill_reason: head.another_bill_reason || row.another_bill_reason,
          vat_confirmed_as: vat_confirmed ? asks.vat_as : row.vat_confirmed_as,
        },
      }),
  })
  know(useQuestionsOf(form.drafts, row.id))
  return (
    <RecordForm
      form={form}
      label="Head of the invoice"
      submitLabel="Save changes"
      sections={headSections(asks, <AccountDoubt supplierId={form.drafts.supplier_id} iban={form.drafts.iban} />)}
    >
      <BillSums drafts={form.drafts} currency={row.currency} own={ownSums(row.lines).own} settled={row} />
    </RecordForm>
  )
}

const scheduleFields = defineFields({ scheduled_for: date('Pay on', { required: true }) })
const disputeFields = defineFields({
  dispute_reason: longText('What is wrong with it?', {
    required: true,
    max: 2000,
    missing: 'Please say what is wrong with it',
  }),
})

function MoveWith({
  row,
  status,
  fields,
  label,
  onClose,
}: {
  row: SupplierInvoice
  status: 'scheduled' | 'disputed'
  fields: typeof scheduleFields | typeof disputeFields
  label: string
  onClose: () => void
}) {
  const form = useRecordForm({
    fields,
    name: `${status}-${row.id}`,
    isNew: true,
    stored: {
      scheduled_for: row.due_date && row.due_date < today() ? today() : row.due_date,
      dispute_reason: row.dispute_reason,
    },
    queryKey: suppliersKey,
    check: (drafts) => {
      const day = 'scheduled_for' in drafts ? String(drafts.scheduled_for) : ''
      return isDay(day) && day < today() ? { scheduled_for: 'Please choose a day from today on' } : {}
    },
    save: (values) =>
      saveVersioned({ table: 'supplier_invoices', what: 'this invoice', row, values: { ...values, status } }),
    onSaved: onClose,
  })
  return <RecordForm form={form} isPlain autoFocus label={label} submitLabel={label} onCancel={onClose} />
}
