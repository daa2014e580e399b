import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoicePaper } from '@/documents/paper/papers'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { QuestionMark } from '@/kit/thread/question-mark'
import { AccountsBar } from '../../shared/accounts-bar'
import { BilledBody } from '../../shared/billed-body'
import { today } from '../../shared/today'
import { type Invoice, invoiceQuery } from '../api/invoice.query'
import { InvoiceDots } from '../components/invoice-dots'
import { stateOfRest } from '../invoice-state'
import { invoiceActions, isMailNext } from './invoice-actions'
import { InvoiceDialogs } from './invoice-dialogs'
import { invoiceAmounts, invoiceFacts } from './invoice-facts'
import { InvoicePanels } from './invoice-panels'
import { useInvoicePage } from './use-invoice-page'

const kinds: Readonly<Record<string, string>> = {
  standard: 'Invoice',
  deposit: 'Deposit invoice',
  progress: 'Progress invoice',
  final: 'Final invoice',
  proforma: 'Pro forma invoice',
}
const back = { label: 'Invoices', href: '/invoices' }

/** /invoices/:id for staff: the paper, its status, and the next action. */
export function InvoiceScreen({ id }: { id: string }) {
  const invoice = useQuery(invoiceQuery(id))
  return (
    <RecordState of={invoice} what="invoice" back={back}>
      {(row) => <OpenInvoice key={row.id} row={row} />}
    </RecordState>
  )
}

function OpenInvoice({ row }: { row: Invoice }) {
  const of = useInvoicePage(row)
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.invoice_number ?? 'Draft invoice'}
      kind={kinds[row.kind] ?? 'Invoice'}
      status={
        <Group gap="xs" wrap="nowrap">
          <StatusBadge kind="invoice" status={row.state} state={stateOfRest(row, today())} />
          {of.isDraft ? null : <QuestionMark kind="invoice" id={row.id} />}
        </Group>
      }
      {...invoiceActions(of)}
      back={back}
      width="full"
    >
      {of.isIssued ? <InvoiceDots row={row} /> : null}
      <BilledBody
        kind="invoice"
        id={row.id}
        read={of.paper}
        draw={invoicePaper}
        client={row.contact}
        isIssued={of.isIssued}
        maySend={of.mayEdit}
        isMailPrimary={isMailNext(of)}
        amounts={invoiceAmounts(of)}
        facts={invoiceFacts(of)}
      >
        <InvoicePanels of={of} />
      </BilledBody>
      <InvoiceDialogs of={of} />
    </RecordPage>
  )
}
