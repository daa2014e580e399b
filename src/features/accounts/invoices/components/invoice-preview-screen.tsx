import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoicePaper } from '@/documents/paper/papers'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { useLive } from '@/kit/live/use-live'
import { PaperInLanguage } from '@/kit/record/paper-in-language'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { invoicesKey } from '../../shared/keys'
import { invoicePaperQuery } from '../api/invoice.query'

/** /public/invoices/:id: the invoice as its client sees it, to read only. Looking leaves no “seen”. */
export function InvoicePreviewScreen({ id }: { id: string }) {
  const paper = useQuery(invoicePaperQuery(id))
  useLive([...invoicesKey, 'one', id], [{ page: 'invoices' }])
  const back = { label: 'Back to the invoice', href: `/invoices/${id}` }
  return (
    <RecordState of={paper} what="invoice" back={{ label: 'Invoices', href: '/invoices' }}>
      {(document) => (
        <RecordPage title={document.number ?? 'Draft invoice'} kind="As the client sees it" back={back}>
          {document.status === 'draft' || document.status === 'void' ? (
            <Alert color="yellow" mb="md">
              The client cannot open this invoice: it is not issued.
            </Alert>
          ) : null}
          <PaperInLanguage document={document}>{(shown) => <PaperSheet paper={invoicePaper(shown)} />}</PaperInLanguage>
        </RecordPage>
      )}
    </RecordState>
  )
}
