import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { statementPaper } from '@/documents/paper/other-papers'
import { creditNotePaper, invoicePaper } from '@/documents/paper/papers'
import { statementOf } from '@/documents/paper/read-accounts'
import { useLive } from '@/kit/live/use-live'
import { AskByLink } from '@/kit/thread/ask-by-link'
import { ClientThread } from '@/kit/thread/client-thread'
import { formatMoney } from '@/shared/domain/money'
import { topics } from '@/shared/domain/nudge'
import { isAbove } from '../../shared/payment/allocation'
import { publicCreditNoteQuery, publicInvoiceQuery, publicStatementQuery } from '../api/public-papers.query'
import { PublicPaper } from './public-paper'

/** /invoices/:id by its link: the invoice, its PDF, and the way to pay what is open. */
export function PublicInvoiceScreen({ id }: { id: string }) {
  const invoice = useQuery(publicInvoiceQuery(id))
  useLive(['public-invoice', id], [{ topic: topics.document(id) }])
  const { document, isOverdue = false } = invoice.data ?? {}
  return (
    <PublicPaper
      of={invoice}
      what="invoice"
      paper={document ? invoicePaper(document) : null}
      billed={document && { kind: 'invoice', document }}
      actions={
        document && isAbove(document.balance, '0') ? (
          <>
            {isOverdue ? (
              <Badge color="magenta" variant="light">
                Overdue
              </Badge>
            ) : null}
            <Button component={Link} to={`/invoices/payment/${id}`}>
              {`Pay ${formatMoney(document.balance, document.currency)}`}
            </Button>
          </>
        ) : null
      }
    >
      <ClientThread link={id} queryKey={['public-invoice', id]} company={document?.company.name ?? ''} />
      <AskByLink link={id} queryKey={['public-invoice', id]} />
    </PublicPaper>
  )
}

/** /credit-notes/:id by its link. */
export function PublicCreditNoteScreen({ id }: { id: string }) {
  const note = useQuery(publicCreditNoteQuery(id))
  useLive(['public-credit-note', id], [{ topic: topics.document(id) }])
  return (
    <PublicPaper
      of={note}
      what="credit note"
      paper={note.data ? creditNotePaper(note.data) : null}
      billed={note.data && { kind: 'credit note', document: note.data }}
    />
  )
}

/** /statements/:id by its link: the statement as it was made, and below it `pay`, the way to pay what is open. */
export function PublicStatementScreen({ id, pay }: { id: string; pay: ReactNode }) {
  const statement = useQuery(publicStatementQuery(id))
  return (
    <>
      <PublicPaper
        of={statement}
        what="statement"
        actions={
          statement.data && isAbove(statement.data.closing, '0') ? (
            <Button component="a" href="#pay">
              Pay now
            </Button>
          ) : null
        }
        paper={statement.data ? statementPaper(statementOf(statement.data)) : null}
      />
      {statement.data ? pay : null}
    </>
  )
}
