import { IconAddressBook, IconBuilding, IconUser } from '@tabler/icons-react'
import { can, type Rights } from '../../../shared/domain/people/permission.ts'
import { viewersOf } from '../../route-sets/route.ts'

/** Below /contacts, but settings: the links to contacts stay dark there (spec 1 §2.6). */
const settingsOfContacts = ['/contacts/types', '/contacts/permissions'] as const

const mayAdd = (rights: Rights): boolean => can(rights, 'contacts', 'create')

export const peopleMenu = {
  top: [
    {
      group: 1,
      place: 1,
      link: {
        kind: 'link',
        label: 'Contacts',
        to: '/contacts',
        guard: viewersOf('contacts'),
        icon: IconAddressBook,
        not: settingsOfContacts,
      },
    },
  ],
  drawer: [
    {
      place: 2,
      item: {
        kind: 'group',
        label: 'Contacts',
        guard: viewersOf('contacts'),
        icon: IconAddressBook,
        items: [
          {
            kind: 'link',
            label: 'All Contacts',
            to: '/contacts',
            guard: viewersOf('contacts'),
            icon: IconAddressBook,
            not: settingsOfContacts,
          },
          {
            kind: 'link',
            label: 'New Client Registration',
            to: '/new-client-internal',
            guard: viewersOf('contacts'),
            icon: IconAddressBook,
          },
          {
            kind: 'link',
            label: 'Credit Application',
            to: '/credit-application',
            guard: viewersOf('contacts'),
            icon: IconAddressBook,
          },
        ],
      },
    },
  ],
  actions: [
    {
      id: 'add-person',
      label: 'Add a person',
      keywords: 'create new contact',
      icon: IconUser,
      may: mayAdd,
      to: '/contacts/add-person',
    },
    {
      id: 'add-business',
      label: 'Add a business',
      keywords: 'create new contact',
      icon: IconBuilding,
      may: mayAdd,
      to: '/contacts/add-business',
    },
  ],
} as const
