import { Button, Modal } from '@mantine/core'
import { IconReceipt, IconSend } from '@tabler/icons-react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { AccountsBar } from '../../shared/accounts-bar'
import { AgeingBar } from '../../shared/ageing-bar'
import { statementsKey } from '../../shared/keys'
import { ageColumns } from '../age-columns'
import { accountLive, readBalances } from '../api/statements.query'
import { statementFilters } from '../statement-filters'
import { SendAll } from './send-all'

const balances = defineList({
  name: 'balances',
  one: 'client',
  many: 'clients',
  key: statementsKey,
  live: accountLive,
  filters: statementFilters,
  columns: [
    {
      name: 'client',
      label: 'Client',
      sort: 'client_name',
      cell: (row) => row.client_name ?? 'Without a name',
      csv: (row) => row.client_name,
    },
    {
      name: 'ageing',
      label: 'By age',
      cell: (row) => (
        <div style={{ minWidth: 120 }}>
          <AgeingBar ages={row} currency={row.currency} />
        </div>
      ),
    },
    ...ageColumns,
    { name: 'oldest', label: 'Oldest due', sort: 'oldest_due', isExtra: true, day: (row) => row.oldest_due },
    {
      name: 'balance',
      label: 'Balance',
      // Balances in several currencies are compared in that of the books.
      sort: 'books_balance',
      align: 'right',
      card: 'end',
      cell: (row) => <strong>{formatMoney(row.balance, row.currency)}</strong>,
      csv: (row) => row.balance,
    },
  ],
  sort: { by: 'books_balance', down: true },
  read: readBalances,
})

/** /statements: each client's debt by age (spec 1 §2.2). */
export function StatementsScreen() {
  const href = useRecordHref()
  const rights = useRights()
  const sending = useDialog('send-all')
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Statements"
      lead="What each client owes today, by days past due."
      width="full"
      actions={
        <>
          {can(rights, 'statements', 'create') && can(rights, 'statements', 'edit') ? (
            <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => sending.open()}>
              Send all
            </Button>
          ) : null}
        </>
      }
    >
      <RecordList
        list={balances}
        href={(row) => href('statement', row.id)}
        empty={{
          icon: <IconReceipt stroke={1.5} />,
          title: 'No client owes anything',
          children: 'No client has credit either.',
        }}
      />
      <Modal opened={sending.isOpen} onClose={sending.close} title="Send all statements" size="lg">
        <SendAll />
      </Modal>
    </PageFrame>
  )
}
