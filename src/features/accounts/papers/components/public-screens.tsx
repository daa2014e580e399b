import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { statementPaper } from '@/documents/paper/delivery-papers'
import { creditNotePaper, invoicePaper } from '@/documents/paper/papers'
import { type Account, statementOf } from '@/documents/paper/read-accounts'
import { useLive } from '@/kit/live/use-live'
import { AskByLink } from '@/kit/thread/ask-by-link'
import { ClientThread } from '@/kit/thread/client-thread'
import type { Announced } from '@/shared/domain/money/announced-transfer'
import { announcedWords } from '@/shared/domain/records/announced-words'
import { formatMoney } from '@/shared/domain/money/money'
import { topics } from '@/shared/domain/records/nudge'
import { asked } from '../../shared/payment/asked'
import { isAbove } from '../../shared/payment/allocation'
import { publicCreditNoteQuery, publicInvoiceQuery, publicStatementQuery } from '../api/public-papers.query'
import { PublicPaper } from './public-paper'
import classes from './public-paper.module.css'

/** /invoices/:id at its public link: the invoice, its PDF, and the payment of the open amount. */
export function PublicInvoiceScreen({ id }: { id: string }) {
  const invoice = useQuery(publicInvoiceQuery(id))
  useLive(['public-invoice', id], [{ topic: topics.document(id) }])
  const { document, isOverdue = false, announced = [] } = invoice.data ?? {}
  return (
    <PublicPaper
      of={invoice}
      what="invoice"
      paper={document ? invoicePaper(document) : null}
      billed={document && { kind: 'invoice', document }}
      actions={
        document && isAbove(document.balance, '0') ? (
          <>
            <ToldOf announced={announced} />
            {isOverdue && announced.length === 0 ? (
              <Badge color="magenta" variant="light">
                Overdue
              </Badge>
            ) : null}
            {announced.length > 0 ? (
              <Button component={Link} to={`/invoices/payment/${id}`} variant="subtle">
                Change this
              </Button>
            ) : (
              <Button component={Link} to={`/invoices/payment/${id}`}>
                {`Pay ${formatMoney(document.balance, document.currency)}`}
              </Button>
            )}
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

/** /statements/:id at its public link: the statement as it was sent, and below it `pay` for the open amount. */
export function PublicStatementScreen({ id, pay }: { id: string; pay: ReactNode }) {
  const statement = useQuery(publicStatementQuery(id))
  useLive(['public-statement', id], [{ topic: topics.document(id) }])
  return (
    <>
      <PublicPaper
        of={statement}
        what="statement"
        actions={statement.data ? <Asked account={statement.data} /> : null}
        paper={statement.data ? statementPaper(statementOf(statement.data)) : null}
      />
      {statement.data ? pay : null}
    </>
  )
}

/** The transfers that the client announced, above the paper. */
const ToldOf = ({ announced }: { announced: Announced }) =>
  announced.length > 0 ? (
    <Text role="status" className={classes.told ?? ''}>
      {announcedWords(announced)}
    </Text>
  ) : null

/** The amount that the client has to pay now, above the paper: the open amount minus the credit. */
function Asked({ account: { payable = [], credit = '0.00', announced, currency } }: { account: Account }) {
  const { open, toPay } = asked(payable, credit)
  if (!isAbove(open, '0')) return null
  const rest = isAbove(credit, '0')
    ? `${formatMoney(open, currency)} open, less ${formatMoney(credit, currency)} of your credit`
    : ''
  if (announced.length > 0 && isAbove(toPay, '0'))
    return (
      <div className={classes.asked}>
        <ToldOf announced={announced} />
        <Button component="a" href="#pay" variant="subtle">
          See the open invoices
        </Button>
      </div>
    )
  return (
    <div className={classes.asked}>
      <div>
        <Text size="sm" c="dimmed">
          {isAbove(toPay, '0') ? 'To pay now' : 'Your credit covers the open amount'}
        </Text>
        <strong>{formatMoney(toPay, currency)}</strong>
        {rest ? (
          <Text size="sm" c="dimmed">
            {rest}
          </Text>
        ) : null}
      </div>
      {isAbove(toPay, '0') ? (
        <Button component="a" href="#pay">
          {`Pay ${formatMoney(toPay, currency)}`}
        </Button>
      ) : null}
    </div>
  )
}
