import { type QueryClient, useQuery } from '@tanstack/react-query'
import { IconBuilding, IconUser } from '@tabler/icons-react'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, flagFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { contactName } from '@/shared/domain/people/contact'
import { dayText } from '@/shared/domain/text/formats'
import { OnStopBadge } from '@/shared/ui/parts/on-stop-badge'
import classes from '../components/contacts.module.css'
import { colleaguesQuery, contactTypesQuery } from './contact.query'
import { companyOf, contactsKey, type ContactLine, readContacts } from './contacts.query'
import { contactsCsv } from './export-contacts'

const phoneOf = ({ phone, mobile }: ContactLine) => phone ?? mobile

const useTypeChoices = () =>
  (useQuery(contactTypesQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name }))

/** Everybody the company deals with, by name. `autoFocus` leaves the search ready to type in. */
export const contactListOf = (queryClient: QueryClient, { autoFocus = false } = {}) =>
  defineList({
    name: 'contacts',
    one: 'contact',
    many: 'contacts',
    key: contactsKey,
    filters: {
      q: searchFilter('Search contacts', 'Name, company, email, tax number, phone', { autoFocus }),
      kind: segmentFilter('Kind', [
        { value: 'all', label: 'All' },
        { value: 'Person', label: 'People' },
        { value: 'Business', label: 'Businesses' },
      ]),
      type: choiceFilter('Contact type', useTypeChoices, 'Every type'),
      stop: flagFilter('On stop'),
      archived: flagFilter('Archived'),
    },
    columns: [
      { name: 'name', label: 'Name', sort: 'name', cell: (row) => <Name of={row} /> },
      { name: 'stop', label: 'On stop', card: 'end', cell: (row) => row.on_stop && <OnStopBadge /> },
      { name: 'company', label: 'Company', sort: 'company', from: 'md', card: 'below', cell: companyOf },
      { name: 'email', label: 'Email', sort: 'email', from: 'md', card: 'none', cell: ({ email }) => email },
      { name: 'phone', label: 'Phone', card: 'none', cell: phoneOf },
      { name: 'city', label: 'Town', sort: 'city', cell: ({ city }) => city },
      { name: 'type', label: 'Type', cell: (row) => <TypeName id={row.contact_type_id} /> },
      {
        name: 'created',
        label: 'Added',
        sort: 'created',
        card: 'none',
        isExtra: true,
        cell: ({ created_at }) => dayText(created_at),
      },
      {
        name: 'updated',
        label: 'Last change',
        sort: 'updated',
        from: 'lg',
        card: 'none',
        cell: ({ updated_at }) => dayText(updated_at),
      },
    ],
    sort: { by: 'name', down: false },
    phoneOf,
    read: readContacts,
    file: async (rows) => {
      const [types, managers] = await Promise.all([
        queryClient.fetchQuery(contactTypesQuery),
        queryClient.fetchQuery(colleaguesQuery),
      ])
      return contactsCsv(
        rows,
        types,
        managers.map(({ userId, name }) => ({ id: userId, name })),
      )
    },
  })

function Name({ of }: { of: ContactLine }) {
  const Icon = of.type === 'Business' ? IconBuilding : IconUser
  return (
    <span className={classes.name}>
      <Icon size={18} stroke={1.5} aria-label={of.type} role="img" />
      <span className={classes.nameWords}>{contactName(of)}</span>
    </span>
  )
}

function TypeName({ id }: { id: string | null }) {
  const { data } = useQuery(contactTypesQuery)
  return data?.find((type) => type.id === id)?.name ?? null
}
