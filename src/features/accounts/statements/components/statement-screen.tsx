import { List, Modal, Table, Text, Title } from '@mantine/core'
import { IconCoins, IconDownload, IconFileText, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { downloadPdf } from '@/documents/pdf/download'
import { statementPaper } from '@/documents/paper/delivery-papers'
import { type Account, entryAmount, entryText, statementOf } from '@/documents/paper/read-accounts'
import { useFilters } from '@/kit/list/use-filters'
import { ListFilters } from '@/kit/list/list-filters'
import { useLive } from '@/kit/live/use-live'
import { AnnouncedTransfers } from '@/kit/record/announced-transfers'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import type { WithTexts } from '@/shared/domain/texts/papers/load'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import phone from '@/shared/ui/page/phone-table.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import classes from '../../shared/accounts.module.css'
import { AgeingBar } from '../../shared/ageing-bar'
import { openCreditQuery } from '../../shared/api/refundable.query'
import { saveConfirmations } from '../../shared/confirmations'
import { statementsKey } from '../../shared/keys'
import { RecordPayment } from '../../shared/payment/record-payment'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { keepStatement } from '../api/statement.mutation'
import { accountLive, accountQuery, keptStatementQuery } from '../api/statements.query'
import { periodFilters, periodOf } from '../period'
import { KeptStatementPage } from './kept-statement'

const back = { label: 'Statements', href: '/statements' }

/** /statements/:id: with a client's id the current account, with a statement's id the statement as it was sent. */
export function StatementScreen({ id }: { id: string }) {
  const kept = useQuery(keptStatementQuery(id))
  if (kept.data) return <KeptStatementPage row={kept.data} />
  if (kept.isSuccess) return <ClientAccount contactId={id} />
  return (
    <RecordState of={kept} what="statement" back={back}>
      {() => null}
    </RecordState>
  )
}

function ClientAccount({ contactId }: { contactId: string }) {
  const { filter } = useFilters(periodFilters)
  const { from, to } = periodOf(filter.period, today())
  const account = useQuery({ ...accountQuery(contactId, from, to), placeholderData: (before) => before })
  useLive(statementsKey, accountLive)
  return (
    <RecordState of={account} what="statement" back={back}>
      {(row) => <AccountPage contactId={contactId} account={row} readAt={account.dataUpdatedAt} from={from} to={to} />}
    </RecordState>
  )
}

type AccountPageProps = { contactId: string; account: WithTexts<Account>; readAt: number; from: string; to: string }

function AccountPage({ contactId, account, readAt, from, to }: AccountPageProps) {
  const rights = useRights()
  const navigate = useNavigate()
  const address = useFilters(periodFilters)
  const payment = useDialog('payment')
  const { act, isBusy } = useAct()
  const [keepId] = useState(newId)
  const { client } = account
  const paper = statementPaper(statementOf(account))
  const keep: RecordAction = {
    label: 'Make statement to send',
    icon: <IconFileText size={18} aria-hidden />,
    isBusy,
    onClick: act(async () => navigate(`/statements/${await keepStatement(keepId, contactId, from, to)}`)),
  }
  const pay: RecordAction = {
    label: 'Record payment',
    icon: <IconCoins size={18} aria-hidden />,
    onClick: () => payment.open(),
  }
  const actions: RecordAction[] = [
    {
      label: 'PDF',
      icon: <IconDownload size={16} aria-hidden />,
      onClick: act(() => downloadPdf(paper)),
    },
    {
      label: 'Confirmation of balance (PDF)',
      icon: <IconSignature size={16} aria-hidden />,
      onClick: act(() => saveConfirmations(to, [{ side: 'clients', contact_id: contactId }])),
    },
  ]
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={client.company ?? client.name ?? 'Statement'}
      kind={`Statement from ${calendarDayText(account.date_from)} to ${calendarDayText(account.date_to)}`}
      primary={can(rights, 'statements', 'create') ? keep : null}
      second={can(rights, 'payments', 'create') ? pay : null}
      actions={actions}
      back={back}
      width="full"
    >
      <ListFilters filters={periodFilters} values={address.filter} set={address.set} onChange={address.change} />
      <section className={page.panel} aria-label="Open amounts by age" style={{ marginBottom: '1rem' }}>
        <Title order={2} size="h4" mb="xs">
          {`${formatMoney(account.closing, account.currency)} on ${calendarDayText(account.date_to)}`}
        </Title>
        <AgeingBar ages={account.ageing} currency={account.currency} amounts />
        {Number(account.ageing.unallocated) > 0 ? (
          <>
            <Text size="sm" mt="xs">
              {`${formatMoney(account.ageing.unallocated, account.currency)} of credit is not allocated to an invoice. Open what holds it to pay it back or to use it:`}
            </Text>
            <OpenCredit contactId={contactId} currency={account.currency} />
          </>
        ) : null}
      </section>
      <AnnouncedTransfers kind="contact" id={contactId} />
      <Entries account={account} />
      <PrintedPaper of={['statement', contactId]} version={readAt} read={async () => ({ paper })} />
      <Modal opened={payment.isOpen} onClose={payment.close} title="Record a payment" size="lg">
        <RecordPayment contactId={contactId} onClose={payment.close} />
      </Modal>
    </RecordPage>
  )
}

/** The credit notes and payments with the client's credit, as links to their refund. */
function OpenCredit({ contactId, currency }: { contactId: string; currency: string }) {
  const { data: credits = [] } = useQuery(openCreditQuery(contactId))
  return (
    <List size="sm" mt={4}>
      {credits.map(({ id, kind, number, open }) => (
        <List.Item key={id}>
          <RecordLink kind={kind} id={id}>
            {number ?? (kind === 'payment' ? 'Payment' : 'Credit note')}
          </RecordLink>
          {`, ${formatMoney(open, currency)}`}
        </List.Item>
      ))}
    </List>
  )
}

/** Date, description, amount, balance, as on a bank statement. */
function Entries({ account }: { account: Account }) {
  return (
    <div className={page.panel}>
      <Table className={phone.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th ta="right">Balance</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Balance label="Opening balance" on={account.date_from} amount={account.opening} of={account} />
          {account.lines.map((entry) => (
            <Table.Tr key={`${entry.kind} ${entry.id}`}>
              <Table.Td>{calendarDayText(entry.date)}</Table.Td>
              <Table.Td>
                {entry.kind === 'invoice' || entry.kind === 'credit_note' ? (
                  <RecordLink kind={entry.kind} id={entry.id}>
                    {entryText(entry)}
                  </RecordLink>
                ) : (
                  entryText(entry)
                )}
                <Text size="xs" c="dimmed">
                  {[entry.description, entry.due_date ? `due ${calendarDayText(entry.due_date)}` : null]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td data-label="Amount" className={classes.figures}>
                {formatMoney(entryAmount(entry), account.currency)}
              </Table.Td>
              <Table.Td data-label="Balance" className={classes.figures}>
                {formatMoney(entry.balance, account.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
          <Balance label="Closing balance" on={account.date_to} amount={account.closing} of={account} />
        </Table.Tbody>
      </Table>
    </div>
  )
}

const Balance = ({ label, on, amount, of }: { label: string; on: string; amount: string; of: Account }) => (
  <Table.Tr fw={600}>
    <Table.Td>{calendarDayText(on)}</Table.Td>
    <Table.Td colSpan={2}>{label}</Table.Td>
    <Table.Td data-label="Balance" className={classes.figures}>
      {formatMoney(amount, of.currency)}
    </Table.Td>
  </Table.Tr>
)
