import { ActionIcon, Button, Chip, Group, Menu, Select, SegmentedControl, Text } from '@mantine/core'
import {
  IconBuilding,
  IconDots,
  IconDownload,
  IconFileImport,
  IconPlus,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { countText } from '@/shared/domain/formats'
import { can } from '@/shared/domain/permission'
import { useCurrentUser } from '@/shared/ui/current-user'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { SearchField } from '@/shared/ui/search-field'
import { colleaguesQuery, contactTypesQuery } from '../api/contact.query'
import type { ContactFilter } from '../api/contacts.query'
import { exportContacts } from '../api/export-contacts'
import { readContactsSearch, withContactsSearch } from '../contacts-search'
import { useLivePages } from '../use-live-pages'
import { ContactList } from './contact-list'
import classes from './contacts.module.css'
import { linkTo } from '@/shared/lib/address'

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'Person', label: 'People' },
  { value: 'Business', label: 'Businesses' },
]

/** /contacts and /contacts/search: everybody the company deals with. */
export function ContactsScreen({ focusSearch = false }: { focusSearch?: boolean }) {
  const { rights } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const filter = readContactsSearch(search)
  const types = useQuery(contactTypesQuery)
  const managers = useQuery(colleaguesQuery)
  const mayCreate = can(rights, 'contacts', 'create')
  useLivePages('contacts')

  const change = (next: Partial<ContactFilter>) =>
    setSearch((current) => withContactsSearch(current, next), { replace: true })
  const [exported, setExported] = useState(0)
  const exporting = useMutation({
    mutationFn: () => {
      setExported(0)
      const people = (managers.data ?? []).map(({ userId, name }) => ({ id: userId, name }))
      return exportContacts(filter, types.data ?? [], people, setExported)
    },
  })

  return (
    <PageFrame
      title={focusSearch ? 'Search Contacts' : 'Contacts'}
      actions={
        <>
          {exporting.isPending ? (
            <Text size="sm" c="dimmed" role="status">
              {countText(exported)} contacts …
            </Text>
          ) : null}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                size="input-sm"
                variant="default"
                aria-label="More about contacts"
                loading={exporting.isPending}
              >
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {mayCreate ? (
                <Menu.Item
                  component={Link}
                  to={`${linkTo('/contacts')}?view=import`}
                  leftSection={<IconFileImport size={16} aria-hidden />}
                >
                  Import from a file
                </Menu.Item>
              ) : null}
              <Menu.Item
                leftSection={<IconDownload size={16} aria-hidden />}
                disabled={types.isPending || managers.isPending}
                onClick={() => exporting.mutate()}
              >
                Export these contacts
              </Menu.Item>
              <Menu.Item
                component={Link}
                to={`${linkTo('/contacts')}?view=duplicates`}
                leftSection={<IconUsersGroup size={16} aria-hidden />}
              >
                Find duplicates
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {mayCreate ? <AddMenu /> : null}
        </>
      }
    >
      {exporting.isError ? <Problem>{saveProblem(exporting.error)}</Problem> : null}
      <Group gap="sm" mb="md">
        <SearchField
          className={classes.search}
          label="Search contacts"
          placeholder="Name, company, email, VAT number, phone"
          autoFocus={focusSearch}
          text={filter.text}
          onSearch={(text) => change({ text })}
        />
        <SegmentedControl
          aria-label="Kind"
          data={kinds}
          value={filter.kind ?? 'all'}
          onChange={(value) => change({ kind: value === 'Person' || value === 'Business' ? value : null })}
        />
        <Select
          aria-label="Contact type"
          placeholder="Every type"
          clearable
          w={160}
          value={filter.typeId}
          onChange={(value) => change({ typeId: value })}
          data={(types.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Chip checked={filter.onStop} onChange={(checked) => change({ onStop: checked })}>
          On stop
        </Chip>
        <Chip checked={filter.archived} onChange={(checked) => change({ archived: checked })}>
          Archived
        </Chip>
      </Group>
      <ContactList
        filter={filter}

        types={types.data ?? []}
        onShowAll={() => change({ text: '', kind: null, typeId: null, onStop: false, archived: false })}
      />
    </PageFrame>
  )
}

const AddMenu = () => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button leftSection={<IconPlus size={18} aria-hidden />}>Add</Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item component={Link} to={linkTo('/new-client-internal')} leftSection={<IconPlus size={16} aria-hidden />}>
        New client
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={linkTo('/contacts/add-business')}
        leftSection={<IconBuilding size={16} aria-hidden />}
      >
        Business
      </Menu.Item>
      <Menu.Item component={Link} to={linkTo('/contacts/add-person')} leftSection={<IconUser size={16} aria-hidden />}>
        Person
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

/** /contacts/search: the list with the search ready to type in. */
export const SearchContactsScreen = () => <ContactsScreen focusSearch />
