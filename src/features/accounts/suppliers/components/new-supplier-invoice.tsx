import { FileInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { ReadInvoice } from '@/documents/supplier/read-invoice'
import { saysItsVat, treatmentOfLines } from '@/documents/supplier/says-its-vat'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { compared, exact } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { forgetShare, readShare } from '@/shared/lib/shared-files'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { receiptFileQuery, settleReceipt } from '../api/receipts.query'
import { ratesQuery } from '../../shared/api/converter-rates.query'
import { booksCurrency } from '../bill-worth'
import { usualAccountQuery } from '../../shared/api/usual-account.query'
import { enterSupplierInvoice } from '../api/suppliers.mutation'
import { findSupplier, purchaseProposalQuery, suppliersKey, usualDaysQuery } from '../api/suppliers.query'
import { billProblems, newBillFields, newWorthFields, supplierFields } from '../supplier-fields'
import { counted, withoutSign } from '../supplier-credit'
import { typedAmount } from '../typed-amount'
import { ownTaxOn } from '../lines-of-bill'
import { isOwnTax } from '../../shared/purchase-treatments'
import { BillSums } from './bill-sums'
import { AccountDoubt, newBillSections, useKnownQuestions, useQuestionsOf } from './bill-questions'
import { PaperFile } from './paper-file'
import { TreatmentNote } from './treatment-note'
import classes from './suppliers.module.css'

const mostBytes = 20 * 1024 * 1024

type NewSupplierInvoiceProps = {
  receipt?: string | null
  /** Its file is what another program shared with the app. */
  isShared?: boolean
  onClose: () => void
}

/** Enters a supplier invoice: a file by choice or drag (electronic ones are read automatically), and its head. */
export function NewSupplierInvoice({ receipt = null, isShared = false, onClose }: NewSupplierInvoiceProps) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<ReadInvoice | null>(null)
  const [isUnknown, setUnknown] = useState(false)
  const { asks, know } = useKnownQuestions()
  const [supplier, setSupplier] = useState('')
  const days = useQuery(usualDaysQuery(supplier)).data ?? null
  const tax = useQuery(purchaseProposalQuery(supplier)).data ?? null
  const isMixed = read !== null && treatmentOfLines(read.lines) === 'mixed'
  const [currency, setCurrency] = useState(booksCurrency)
  const rates = useQuery({ ...ratesQuery, enabled: currency !== booksCurrency() }).data ?? null
  const worth = useMemo(() => newWorthFields(currency, rates), [currency, rates])
  const fields = useMemo(
    () => newBillFields(asks, { days, tax, isMixed }, currency, worth),
    [asks, days, tax, isMixed, currency, worth],
  )
  const usual = useQuery(usualAccountQuery(supplier)).data ?? null
  const form = useRecordForm({
    fields,
    name: 'new-supplier-invoice',
    isNew: true,
    stored: { cost_account_id: usual, currency: booksCurrency() },
    queryKey: suppliersKey,
    check: (drafts) => billProblems(drafts, asks),
    save: async ({ vat_confirmed, is_credit, rate: _, ...values }) => {
      const entered = await enterSupplierInvoice({
        id,
        ...counted(is_credit, values),
        vat_confirmed_as: vat_confirmed ? asks.vat_as : null,
        read_from: read?.readFrom ?? null,
        lines: isMixed ? read.lines : (read?.lines ?? []).map(({ vat_treatment: _, ...line }) => line),
        vat_treatment: values.vat_treatment || null,
        file,
      })
      if (receipt) await settleReceipt(receipt, entered)
      return entered
    },
    onSaved: (entered) => navigate(`${linkTo('/supplier-invoices')}?invoice=${entered}`, { replace: true }),
  })
  const asked = useQuestionsOf(form.drafts, null)
  // The lines of an electronic invoice name the rates of its VAT.
  know(read && isAsRead(form.drafts, read) && saysItsVat(read) ? { ...asked, vat: null } : asked)
  if (form.drafts.supplier_id !== supplier) setSupplier(form.drafts.supplier_id)
  if (form.drafts.currency !== '' && form.drafts.currency !== currency) setCurrency(form.drafts.currency)
  const taking = useActMutation({
    onMutate: () => {
      setFile(null)
      setRead(null)
    },
    mutationFn: async (chosen: File) => {
      if (chosen.size > mostBytes) throw new Error('This file is larger than 20 MB. Please choose a smaller one.')
      const taken = await paperOf(chosen)
      // The file is kept beside the form, even when no data can be read from it.
      setFile(taken)
      const invoice = await readFile(taken)
      const supplier = invoice && (await findSupplier(invoice.supplierVat, invoice.supplierName))
      return { taken, found: invoice && { invoice, supplier } }
    },
    onSuccess: ({ found, taken }) => {
      setFile(taken)
      setRead(found?.invoice ?? null)
      setUnknown(found !== null && found.supplier === null)
      if (!found) return
      const { invoice, supplier } = found
      // Replaces a supplier from a former file.
      form.put('supplier_id', supplier ?? '')
      form.put('supplier_number', invoice.number)
      form.put('currency', invoice.currency)
      form.put('invoice_date', invoice.invoiceDate)
      form.put('due_date', invoice.dueDate ?? '')
      form.put('net', supplierFields.net.draftOf(withoutSign(invoice.net)))
      form.put('vat', supplierFields.vat.draftOf(withoutSign(invoice.vat)))
      form.put('is_credit', invoice.net.startsWith('-') ? 'yes' : '')
      form.put('credited_number', invoice.credits ?? '')
      const treatment = treatmentOfLines(invoice.lines)
      if (treatment !== null && treatment !== 'mixed') form.put('vat_treatment', treatment)
      form.put('iban', invoice.iban ?? '')
      form.put('payment_reference', invoice.reference ?? '')
    },
  })
  const received = useQuery({ ...receiptFileQuery(receipt ?? ''), enabled: receipt !== null }).data
  const takeReceived = useEffectEvent((file: File) => taking.mutate(file))
  useEffect(() => {
    if (received) takeReceived(received)
  }, [received])
  useEffect(() => {
    if (!isShared) return
    void readShare().then((share) => {
      const [file] = share?.files ?? []
      if (file) takeReceived(file)
      return forgetShare()
    })
  }, [isShared])
  const take = (taken: File | null) => {
    if (taken) taking.mutate(taken)
    else {
      setFile(null)
      setRead(null)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0] ?? null)
  }
  const head = (
    <section
      className={page.panel}
      aria-label="New invoice of a supplier"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Stack>
        <FileInput
          label="File"
          description="PDF, photo, a saved mail with one of them (.eml), or an electronic invoice (UBL as XML, Factur-X as PDF), which is read automatically. You can also drag it here."
          placeholder="Choose a file"
          accept="application/pdf,image/*,.xml,.eml,message/rfc822"
          clearable
          value={file}
          onChange={take}
        />
        {taking.isError ? (
          <Unread
            reason={taking.error.message}
            isKept={file !== null}
            onAgain={() => taking.mutate(taking.variables)}
          />
        ) : null}
        {taking.isPending ? (
          <Text size="sm" role="status">
            Reading the file…
          </Text>
        ) : null}
        {file && !read && taking.isSuccess ? (
          <Text size="sm" role="status">
            {/\.pdf$/i.test(file.name)
              ? 'This PDF carries no invoice data. Please enter its data by hand.'
              : 'A photo is not read automatically. Please enter its data by hand.'}
          </Text>
        ) : null}
        {read ? (
          <Text size="sm">
            Read from the file: {read.net.startsWith('-') ? 'a credit note of ' : ''}
            {read.supplierName ?? 'a supplier'}, {read.lines.length === 1 ? '1 line' : `${read.lines.length} lines`},{' '}
            {formatMoney(read.net, read.currency)} net.{' '}
            {isUnknown ? 'No contact has this name: please choose the supplier.' : 'Please check it.'}
          </Text>
        ) : null}
        {currency === booksCurrency() ? null : (
          <Text size="sm" role="status">
            {`This invoice is in ${currency}. Its worth in ${booksCurrency()} is booked; without it the bill cannot be approved.`}
          </Text>
        )}
        <RecordForm
          form={form}
          isPlain
          label="Head of the invoice"
          submitLabel="Enter invoice"
          onCancel={onClose}
          sections={newBillSections(
            asks,
            <TreatmentNote proposal={tax} treatment={form.drafts.vat_treatment} isMixed={isMixed} />,
            <AccountDoubt supplierId={form.drafts.supplier_id} iban={form.drafts.iban} />,
          )}
        >
          <BillSums drafts={form.drafts} currency={currency} own={ownTaxOf(form.drafts)} />
        </RecordForm>
      </Stack>
    </section>
  )
  return file ? (
    <div className={classes.beside}>
      {head}
      <Beside file={file} />
    </div>
  ) : (
    head
  )
}

/** The VAT that the company owes itself on a typed bill; null where the supplier bills it, or it cannot be worked out yet. */
function ownTaxOf(drafts: Readonly<Record<'net' | 'vat' | 'is_credit' | 'vat_treatment' | 'own_rate', string>>) {
  const net = typedAmount('net', drafts)
  const rate = readDecimal(drafts.own_rate)
  return isOwnTax(drafts.vat_treatment) && net !== null && 'value' in rate ? ownTaxOn(net, rate.value) : null
}

type UnreadProps = { reason: string; isKept: boolean; onAgain: () => void }

/** Says at once that a file could not be read, and how the invoice is entered all the same. */
const Unread = ({ reason, isKept, onAgain }: UnreadProps) => (
  <Problem {...(isKept ? { onRetry: onAgain } : {})}>
    {isKept ? `${reason} It is kept with the invoice: please enter its data below by hand.` : reason}
  </Problem>
)

/** True when the amounts are still those of the file. */
const isAsRead = (drafts: Readonly<Record<'net' | 'vat' | 'is_credit', string>>, read: ReadInvoice) =>
  (['net', 'vat'] as const).every((name) => {
    const typed = typedAmount(name, drafts)
    return typed !== null && compared(exact(typed), exact(read[name])) === 0
  })

/** The chosen file beside the form, before it is sent anywhere. */
function Beside({ file }: { file: File }) {
  const kind = /\.xml$/i.test(file.name) ? 'xml' : /\.pdf$/i.test(file.name) ? 'pdf' : 'picture'
  // Sets the type again: a file that a mail calls application/octet-stream would be downloaded and not shown.
  const address = useMemo(
    () => URL.createObjectURL(kind === 'pdf' ? new Blob([file], { type: 'application/pdf' }) : file),
    [file, kind],
  )
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <aside className={classes.paperBeside} aria-label="The file">
      <PaperFile address={address} name={file.name} kind={kind} />
    </aside>
  )
}

/** The file itself, or the paper that a saved mail carries. */
async function paperOf(file: File): Promise<File> {
  if (!/\.eml$/i.test(file.name)) return file
  const { paperOfMail } = await import('@/documents/supplier/read-mail')
  const paper = await paperOfMail(await file.arrayBuffer())
  if (!paper)
    throw new Error('This mail carries no PDF, no photo and no electronic invoice. Please choose the file itself.')
  return paper
}

/** The data of an electronic invoice; null for a PDF without data, and for a photo. */
async function readFile(file: File): Promise<ReadInvoice | null> {
  if (/\.xml$/i.test(file.name)) {
    const { readInvoiceXml } = await import('@/documents/supplier/read-invoice')
    return readInvoiceXml(await file.text())
  }
  if (!/\.pdf$/i.test(file.name)) return null
  const { readInvoicePdf } = await import('@/documents/supplier/read-pdf')
  return readInvoicePdf(file)
}
