import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconBuilding, IconFileImport, IconPlus, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { RecordList } from '@/kit/list/record-list'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { contactListOf } from '../api/contact-list'
import { cardLink } from '../card-link'
import { useLivePages } from '../use-live-pages'

/** /contacts and /contacts/search: everybody the company deals with. */
export function ContactsScreen({ focusSearch = false }: { focusSearch?: boolean }) {
  const mayCreate = can(useRights(), 'contacts', 'create')
  const queryClient = useQueryClient()
  const list = useMemo(() => contactListOf(queryClient, { autoFocus: focusSearch }), [queryClient, focusSearch])
  useLivePages('contacts')
  return (
    <PageFrame
      title={focusSearch ? 'Search Contacts' : 'Contacts'}
      width="full"
      actions={mayCreate ? <AddMenu /> : null}
    >
      <RecordList
        list={list}
        href={cardLink}
        empty={{
          icon: <IconAddressBook stroke={1.5} />,
          title: 'No contacts yet',
          children: mayCreate ? 'Add the first client with Add.' : null,
        }}
        menu={
          <>
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
              component={Link}
              to={`${linkTo('/contacts')}?view=duplicates`}
              leftSection={<IconUsersGroup size={16} aria-hidden />}
            >
              Find duplicates
            </Menu.Item>
          </>
        }
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
