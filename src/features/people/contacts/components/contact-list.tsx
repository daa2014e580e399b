import { Anchor, Button, Group, Table } from '@mantine/core'
import { IconAddressBook, IconBuilding, IconUser } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { contactName } from '@/shared/domain/contact'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { OnStopBadge } from '@/shared/ui/on-stop-badge'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { ShowMore } from '@/shared/ui/show-more'
import { type ContactFilter, contactListQuery, type ContactLine } from '../api/contacts.query'
import { cardLink } from '../card-link'

type ContactListProps = {
  filter: ContactFilter
  types: readonly { id: string; name: string }[]
  onShowAll: () => void
}

/** The contacts of one filter by name, a page at a time. */
export function ContactList({ filter, types, onShowAll }: ContactListProps) {
  const contacts = useInfiniteQuery({ ...contactListQuery(filter), placeholderData: (previous) => previous })
  const rows = contacts.data?.pages.flat() ?? []

  if (contacts.isPending) return <LineSkeletons count={8} height={36} />
  if (contacts.isError && rows.length === 0) {
    return <Problem onRetry={() => void contacts.refetch()}>The contacts could not be read</Problem>
  }
  if (rows.length === 0) return <NoContacts filter={filter} onShowAll={onShowAll} />

  return (
    <>
      <Table aria-label="Contacts" className={list.table} aria-busy={contacts.isPlaceholderData}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="sm">Email</Table.Th>
            <Table.Th visibleFrom="sm">Phone</Table.Th>
            <Table.Th visibleFrom="md">Town</Table.Th>
            <Table.Th visibleFrom="md">Type</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((contact) => (
            <Line
              key={contact.id}
              contact={contact}
              href={cardLink(contact)}
              type={types.find(({ id }) => id === contact.contact_type_id)?.name}
            />
          ))}
        </Table.Tbody>
      </Table>
      <ShowMore of={contacts} />
    </>
  )
}

function Line({ contact, href, type }: { contact: ContactLine; href: string; type: string | undefined }) {
  const isBusiness = contact.type === 'Business'
  const phone = contact.phone ?? contact.mobile
  const Icon = isBusiness ? IconBuilding : IconUser
  return (
    <Table.Tr className={list.line}>
      <Table.Td>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Icon size={18} stroke={1.5} aria-label={contact.type} role="img" style={{ flex: 'none', marginTop: 3 }} />
          <div>
            <Anchor component={Link} to={href} className={list.name}>
              {contactName(contact)}
            </Anchor>
            {contact.on_stop ? <OnStopBadge ml="xs" /> : null}
            {!isBusiness && contact.company ? <span className={list.below}>{contact.company}</span> : null}
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">{contact.email}</Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        {phone}
      </Table.Td>
      <Table.Td visibleFrom="md">{contact.city}</Table.Td>
      <Table.Td visibleFrom="md">{type}</Table.Td>
    </Table.Tr>
  )
}

function NoContacts({ filter, onShowAll }: { filter: ContactFilter; onShowAll: () => void }) {
  const filtered = Boolean(filter.text || filter.kind || filter.typeId || filter.onStop || filter.archived)
  return (
    <EmptyScreen
      icon={<IconAddressBook stroke={1.5} />}
      title={filtered ? 'Nobody fits' : 'No contacts yet'}
      actions={
        filtered ? (
          <Button variant="default" onClick={onShowAll}>
            Show all contacts
          </Button>
        ) : null
      }
    >
      {filtered ? 'Try fewer words, or another filter.' : 'Add the first client with Add.'}
    </EmptyScreen>
  )
}
