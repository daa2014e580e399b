import { defineList } from '@/kit/list/define-list'
import { contactFilter, segmentFilter } from '@/kit/list/filters'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { type ContactNames, contactOf } from '@/shared/domain/people/contact'
import { dayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { OnStopBadge } from '@/shared/ui/parts/on-stop-badge'
import { CreditStatusBadge } from '../components/credit-status'
import { creditKey } from './credit.query'

const statuses = { open: ['draft', 'submitted'], decided: ['approved', 'declined', 'withdrawn'] }
const columns = `id, status, requested_limit::text, terms_days, granted_limit::text, granted_days, submitted_at, decided_at,
  created_at, contact:contacts(id, type, name, last_name, company, on_stop, currency)`

type CreditLine = {
  id: string
  status: string
  requested_limit: string | null
  terms_days: number | null
  granted_limit: string | null
  granted_days: number | null
  submitted_at: string | null
  decided_at: string | null
  created_at: string
  contact: (ContactNames & { id: string; on_stop: boolean; currency: string | null }) | null
}
const amountOf = (row: CreditLine) => row.granted_limit ?? row.requested_limit
const daysOf = (row: CreditLine) => row.granted_days ?? row.terms_days
const sinceOf = (row: CreditLine) => row.decided_at ?? row.submitted_at ?? row.created_at

/** Applications, newest first. */
export const creditList = defineList({
  name: 'credit',
  one: 'credit application',
  many: 'credit applications',
  key: creditKey,
  filters: {
    show: segmentFilter(
      'Applications',
      [
        { value: 'open', label: 'Open' },
        { value: 'decided', label: 'Closed' },
      ],
      { isPlace: true },
    ),
    client: contactFilter('Client', 'Every client'),
  },
  columns: [
    { name: 'client', label: 'Client', text: contactOf },
    {
      name: 'stop',
      label: 'On stop',
      card: 'end',
      cell: ({ contact }: CreditLine) => contact?.on_stop && <OnStopBadge />,
      csv: ({ contact }: CreditLine) => (contact?.on_stop ? 'On stop' : ''),
    },
    {
      name: 'amount',
      label: 'Amount',
      align: 'right',
      card: 'end',
      cell: (row) => formatMoney(amountOf(row) ?? '', row.contact?.currency ?? undefined),
      csv: amountOf,
    },
    {
      name: 'days',
      label: 'Terms',
      align: 'right',
      from: 'md',
      cell: (row) => (daysOf(row) === null ? '–' : `${daysOf(row)} days`),
      csv: daysOf,
    },
    {
      name: 'state',
      label: 'State',
      cell: ({ status }) => <CreditStatusBadge status={status} />,
      csv: ({ status }) => status,
    },
    { name: 'since', label: 'Since', sort: 'created_at', cell: (row) => dayText(sinceOf(row)), csv: sinceOf },
  ],
  sort: { by: 'created_at', down: true },
  read: ({ filter: { show, client }, ...page }) => {
    const query = db
      .from('credit_applications')
      .select(columns, page.after ? {} : { count: 'exact' })
      .in('status', statuses[show])
    return pageOf<CreditLine>(client ? query.eq('contact_id', client) : query, page)
  },
})
