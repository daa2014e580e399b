import { useQuery } from '@tanstack/react-query'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, contactFilter, searchFilter } from '@/kit/list/filters'
import { pageOf } from '@/kit/list/keyset'
import { exemptionReasonChoices } from '@/kit/record/vat/exemption-words'
import { db } from '@/shared/db/client'
import { likeAnywhere } from '@/shared/db/like'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { daysBefore } from '@/shared/domain/money/tax-on'
import { type ContactNames, contactOf } from '@/shared/domain/people/contact'
import { usStates } from '@/shared/domain/places/us-states'
import { dayAfter } from '@/shared/domain/time/days'
import { todayOf } from '@/shared/domain/time/today'
import { contactsKey } from './contacts.query'

const columns = `id, number, states, reason, reason_words, valid_from, valid_to, quotation_id, file_path, created_by, created_at,
  contact:contacts!exemption_certificates_contact_id_fkey(id, type, name, last_name, company)`

export type ExemptionLine = {
  id: string
  number: string
  states: string[]
  reason: string
  reason_words: string | null
  valid_from: string
  valid_to: string | null
  quotation_id: string | null
  file_path: string | null
  created_by: string | null
  created_at: string
  contact: (ContactNames & { id: string }) | null
}

/** Whether a certificate holds on a day. */
export function stateOf({ valid_from, valid_to }: Pick<ExemptionLine, 'valid_from' | 'valid_to'>, today: string) {
  if (valid_to !== null && valid_to < today) return 'Ended'
  if (valid_from > today) return 'Not begun'
  return valid_to !== null && valid_to <= dayAfter(today, daysBefore) ? 'Ends soon' : 'Valid'
}
const today = () => todayOf(Date.now())

export const reasonOf = ({ reason, reason_words }: Pick<ExemptionLine, 'reason' | 'reason_words'>): string =>
  reason === 'other'
    ? (reason_words ?? '')
    : (exemptionReasonChoices.find(({ value }) => value === reason)?.label ?? reason)

function Enterer({ id }: { id: string | null }) {
  const { data } = useQuery(staffQuery)
  return <>{data?.find(({ value }) => value === id)?.label ?? ''}</>
}

/** Exemption certificates of every client, for an audit: those that end first come first. */
export const exemptionList = defineList({
  name: 'exemption-certificates',
  one: 'certificate',
  many: 'certificates',
  key: [...contactsKey, 'exemptions'],
  live: [{ page: 'contacts', tables: ['exemption_certificates', 'contacts'] }],
  filters: {
    q: searchFilter('Search certificates', 'Number'),
    client: contactFilter('Client', 'Every client'),
    state: choiceFilter('State', usStates, 'Every state'),
    reason: choiceFilter('Reason', exemptionReasonChoices, 'Every reason'),
    valid: choiceFilter(
      'Validity',
      [
        { value: 'valid', label: 'Valid today' },
        { value: 'soon', label: `Ends within ${daysBefore} days` },
        { value: 'ended', label: 'Ended' },
        { value: 'later', label: 'Not begun' },
        { value: 'no-file', label: 'Without a file' },
      ],
      'Valid or not',
    ),
  },
  columns: [
    { name: 'client', label: 'Client', text: (row: ExemptionLine) => contactOf(row) },
    { name: 'number', label: 'Number', sort: 'number', text: (row) => row.number },
    { name: 'states', label: 'States', card: 'line', text: (row) => row.states.join(', ') },
    { name: 'reason', label: 'Reason', from: 'md', card: 'line', text: reasonOf },
    {
      name: 'validity',
      label: 'Validity',
      card: 'end',
      text: (row) => stateOf(row, today()),
    },
    { name: 'from', label: 'Valid from', sort: 'valid_from', from: 'lg', day: (row) => row.valid_from },
    { name: 'to', label: 'Valid until', sort: 'valid_to', from: 'sm', day: (row) => row.valid_to },
    { name: 'sales', label: 'Sales', from: 'lg', text: (row) => (row.quotation_id ? 'One sale' : 'Every sale') },
    { name: 'file', label: 'File', from: 'lg', text: (row) => (row.file_path ? 'Yes' : 'No') },
    {
      name: 'entered',
      label: 'Entered by',
      from: 'lg',
      cell: (row) => <Enterer id={row.created_by} />,
      csv: (row) => row.created_by,
    },
    { name: 'entered_on', label: 'Entered', from: 'lg', day: (row) => row.created_at },
  ],
  sort: { by: 'valid_to', down: false },
  read: ({ filter: { q, client, state, reason, valid }, ...page }) => {
    let query = db.from('exemption_certificates').select(columns, page.after ? {} : { count: 'exact' })
    if (q) query = query.ilike('number', likeAnywhere(q))
    if (client) query = query.eq('contact_id', client)
    if (state) query = query.contains('states', [state])
    if (reason) query = query.eq('reason', reason)
    const day = today()
    if (valid === 'ended') query = query.lt('valid_to', day)
    if (valid === 'later') query = query.gt('valid_from', day)
    if (valid === 'soon') query = query.gte('valid_to', day).lte('valid_to', dayAfter(day, daysBefore))
    if (valid === 'valid') query = query.lte('valid_from', day).or(`valid_to.is.null,valid_to.gte.${day}`)
    if (valid === 'no-file') query = query.is('file_path', null)
    return pageOf<ExemptionLine>(query, page)
  },
})
