import { Button, Text } from '@mantine/core'
import { IconFileDollar, IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'react-router-dom'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { dueDayOf } from '@/documents/statuses'
import { nameOrHidden } from '@/shared/domain/people/contact'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { AccountsBar } from '../../shared/accounts-bar'
import { today } from '../../shared/today'
import { readSupplierInvoices, type SupplierLine, suppliersKey } from '../api/suppliers.query'
import { paperGross } from '../bill-worth'
import { creditState } from '../supplier-credit'
import { supplierFilters } from '../supplier-filters'
import { NewSupplierInvoice } from './new-supplier-invoice'
import { Received } from './received'
import { SupplierInvoicePage } from './supplier-invoice-page'

const supplierOf = ({ supplier }: SupplierLine) => nameOrHidden(supplier)

const supplierList = defineList({
  name: 'supplier-invoices',
  one: 'invoice',
  many: 'invoices',
  key: suppliersKey,
  live: [{ page: 'supplier-invoices', tables: ['supplier_invoices'] }],
  filters: supplierFilters,
  columns: [
    {
      name: 'number',
      label: 'Number',
      sort: 'supplier_number',
      cell: (row: SupplierLine) => <Numbered row={row} />,
      csv: (row: SupplierLine) => row.supplier_number,
    },
    { name: 'supplier', label: 'Supplier', text: supplierOf },
    { name: 'date', label: 'Date', sort: 'invoice_date', from: 'md', day: (row) => row.invoice_date },
    {
      name: 'due',
      label: 'Due',
      sort: 'due_date',
      cell: (row) => <Due row={row} />,
      csv: (row) => row.due_date,
    },
    { name: 'status', label: 'Status', kind: 'supplier_invoice', status: (row) => row.status, state: creditState },
    { name: 'gross', label: 'Total', from: 'sm', money: (row) => row.gross, currency: (row) => row.currency },
    { name: 'open', label: 'To pay', card: 'end', money: (row) => row.open, currency: (row) => row.currency },
  ],
  sort: { by: 'invoice_date', down: true },
  read: readSupplierInvoices,
})

const Numbered = ({ row }: { row: SupplierLine }) => (
  <>
    {row.supplier_number}
    {row.is_credit || row.paper_currency ? (
      <Text component="span" display="block" size="xs" c="dimmed">
        {[
          row.is_credit ? 'Credit note' : null,
          row.paper_currency ? formatMoney(paperGross(row), row.paper_currency) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    ) : null}
  </>
)

const Due = ({ row }: { row: SupplierLine }) => {
  const day = dueDayOf(row)
  if (day === null) return null
  const isLate = day < today()
  return (
    <>
      {calendarDayText(day)}
      {isLate ? (
        <Text component="span" display="block" size="xs" c="magenta">
          Overdue
        </Text>
      ) : null}
    </>
  )
}

const address = (search: string) => `${linkTo('/supplier-invoices')}?${search}`

/** /supplier-invoices: the inbox, and one invoice beside its file (spec 1 §2.2). */
export function SupplierInvoicesScreen() {
  const [search, setSearch] = useSearchParams()
  const rights = useRights()
  const open = uuidOf(search.get('invoice'))
  if (open) return <SupplierInvoicePage key={open} id={open} />
  const isNew = search.get('new') === 'yes'
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Supplier Invoices"
      width="full"
      actions={
        can(rights, 'supplier-invoices', 'create') && !isNew ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setSearch({ new: 'yes' })}>
            Enter invoice
          </Button>
        ) : null
      }
    >
      {isNew ? (
        <NewSupplierInvoice
          receipt={uuidOf(search.get('receipt'))}
          isShared={search.get('receipt') === 'shared'}
          onClose={() => setSearch({})}
        />
      ) : (
        <>
          <Received onEnter={(receipt) => setSearch({ new: 'yes', receipt })} />
          <RecordList
            list={supplierList}
            href={(row) => address(`invoice=${row.id}`)}
            empty={{
              icon: <IconFileDollar stroke={1.5} />,
              title: 'No invoices of suppliers yet',
              children: 'Enter one with its PDF, or drop an electronic invoice: it is read automatically.',
            }}
          />
        </>
      )}
    </PageFrame>
  )
}
