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
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { ClientPage } from '@/kit/client-page/client-page'
import { LoadingPaper } from './loading-paper'
import { formatMoney } from '@/shared/domain/money/money'
import { topics } from '@/shared/domain/records/nudge'
import { ChangedAccount } from '../../shared/payment/changed-account'
import { asked } from '../../shared/payment/asked'
import { isAbove } from '../../shared/payment/allocation'
import { publicCreditNoteQuery, publicInvoiceQuery, publicStatementQuery } from '../api/public-papers.query'
import { PublicPaper } from './public-paper'
import classes from './public-paper.module.css'

const parts = [accountsPart]

/** /invoices/:id at its public link: the invoice, its PDF, and the payment of the open amount. */
export function PublicInvoiceScreen({ id }: { id: string }) {
  const invoice = useQuery(publicInvoiceQuery(id))
  useLive(['public-invoice', id], [{ topic: topics.document(id) }])
  const { document, isOverdue = false, announced = [], changedAccount = null } = invoice.data ?? {}
  if (invoice.isPending) return <LoadingPaper />
  return (
    <ClientPage
      parts={parts}
      own={invoice.data?.clientLanguage}
      company={document?.language}
      seller={document?.company}
    >
      <PublicPaper
        of={invoice}
        what="invoice"
        paper={document ? invoicePaper(document) : null}
        billed={document && { kind: 'invoice', document }}
        actions={
          document && isAbove(document.balance, '0') ? (
            <>
              {changedAccount ? <ChangedAccount to={changedAccount} /> : null}
              <ToldOf announced={announced} />
              <PayOf
                id={id}
                amount={formatMoney(document.balance, document.currency)}
                isOverdue={isOverdue}
                isAnnounced={announced.length > 0}
              />
            </>
          ) : null
        }
      >
        <ClientThread link={id} queryKey={['public-invoice', id]} company={document?.company.name ?? ''} />
        <AskByLink link={id} queryKey={['public-invoice', id]} />
      </PublicPaper>
    </ClientPage>
  )
}

/** The way to pay the invoice, or to change what was announced. */
function PayOf({ id, amount, isOverdue, isAnnounced }: PayOfProps) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  if (isAnnounced)
    return (
      <Button component={Link} to={`/invoices/payment/${id}`} variant="subtle">
        {words.say('change_this')}
      </Button>
    )
  return (
    <>
      {isOverdue ? (
        <Badge color="magenta" variant="light">
          {say('overdue')}
        </Badge>
      ) : null}
      <Button component={Link} to={`/invoices/payment/${id}`}>
        {say('pay_amount', { amount })}
      </Button>
    </>
  )
}
type PayOfProps = { id: string; amount: string; isOverdue: boolean; isAnnounced: boolean }

/** /credit-notes/:id by its link. */
export function PublicCreditNoteScreen({ id }: { id: string }) {
  const note = useQuery(publicCreditNoteQuery(id))
  useLive(['public-credit-note', id], [{ topic: topics.document(id) }])
  if (note.isPending) return <LoadingPaper />
  const { document, clientLanguage } = note.data ?? {}
  return (
    <ClientPage parts={parts} own={clientLanguage} company={document?.language} seller={document?.company}>
      <PublicPaper
        of={note}
        what="credit_note"
        paper={document ? creditNotePaper(document) : null}
        billed={document && { kind: 'credit note', document }}
      />
    </ClientPage>
  )
}

/** /statements/:id at its public link: the statement as it was sent, and below it `pay` for the open amount. */
export function PublicStatementScreen({ id, pay }: { id: string; pay: ReactNode }) {
  const statement = useQuery(publicStatementQuery(id))
  useLive(['public-statement', id], [{ topic: topics.document(id) }])
  if (statement.isPending) return <LoadingPaper />
  const { document, clientLanguage } = statement.data ?? {}
  return (
    <ClientPage parts={parts} own={clientLanguage} company={document?.language} seller={document?.company}>
      <PublicPaper
        of={statement}
        what="statement"
        actions={document ? <Asked account={document} /> : null}
        paper={document ? statementPaper(statementOf(document)) : null}
      />
      {document ? pay : null}
    </ClientPage>
  )
}

/** The transfers that the client announced, above the paper. */
function ToldOf({ announced }: { announced: Announced }) {
  const words = usePageWords()
  return announced.length > 0 ? (
    <Text role="status" className={classes.told ?? ''}>
      {announcedWords(announced, words)}
    </Text>
  ) : null
}

/** The amount that the client has to pay now, above the paper: the open amount minus the credit. */
function Asked({ account: { payable = [], credit = '0.00', announced, currency } }: { account: Account }) {
  const say = useSay(accountsPart)
  const { open, toPay } = asked(payable, credit)
  if (!isAbove(open, '0')) return null
  const rest = isAbove(credit, '0')
    ? say('open_less_credit', { open: formatMoney(open, currency), credit: formatMoney(credit, currency) })
    : ''
  if (announced.length > 0 && isAbove(toPay, '0'))
    return (
      <div className={classes.asked}>
        <ToldOf announced={announced} />
        <Button component="a" href="#pay" variant="subtle">
          {say('see_open_invoices')}
        </Button>
      </div>
    )
  return (
    <div className={classes.asked}>
      <div>
        <Text size="sm" c="dimmed">
          {say(isAbove(toPay, '0') ? 'to_pay' : 'credit_covers_open')}
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
          {say('pay_amount', { amount: formatMoney(toPay, currency) })}
        </Button>
      ) : null}
    </div>
  )
}
