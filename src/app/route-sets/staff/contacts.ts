import { paths } from '../../paths.ts'
import { adminOnly, type AppRoute, holdersOf, screensOf, viewersOf } from '../route.ts'

const contacts = screensOf('contacts', { guard: viewersOf('contacts'), frame: 'staff' })

export const contactRoutes: readonly AppRoute[] = [
  contacts(paths.contacts, {
    title: 'Contacts',
    purpose: 'People and businesses with type, balance and the on-stop sign; search, filter and open.',
    load: () => import('../../routes/contacts.tsx'),
  }),
  contacts(paths.contactTypes, {
    title: 'Contact Types',
    purpose: 'The kinds of contacts you tell apart, such as client and supplier.',
    guard: holdersOf('manage_contact_types'),
    load: () => import('../../routes/contacts-types.tsx'),
  }),
  contacts(paths.contactPermissions, {
    title: 'Permissions',
    purpose: 'Which role may view, create, edit and delete on which page; a change holds at once for everybody.',
    guard: holdersOf('manage_permissions'),
    load: () => import('../../routes/role-permissions.tsx'),
  }),
  contacts(paths.addPerson, {
    title: 'Add a Person',
    purpose: 'A new person, checked for duplicates by email and name.',
    load: () => import('../../routes/contacts-add-person.tsx'),
  }),
  contacts(paths.addBusiness, {
    title: 'Add a Business',
    purpose: 'A new business, checked for duplicates by VAT number, email and name.',
    load: () => import('../../routes/contacts-add-business.tsx'),
  }),
  contacts(paths.business, {
    title: 'Business',
    purpose: 'One business: people, sites, quotations, orders, deliveries, invoices, balance, tasks and files.',
    load: () => import('../../routes/contacts-card.tsx'),
  }),
  contacts(paths.businessBankAccount, {
    title: 'Add a Bank Account',
    purpose: 'A bank account of a business; the IBAN is checked as it is typed.',
    load: () => import('../../routes/contacts-add-bank-account.tsx'),
  }),
  contacts(paths.person, {
    title: 'Person',
    purpose: 'One person: businesses, quotations, orders, tasks and files.',
    load: () => import('../../routes/contacts-card.tsx'),
  }),
  contacts(paths.personBankAccount, {
    title: 'Add a Bank Account',
    purpose: 'A bank account of a person; the IBAN is checked as it is typed.',
    load: () => import('../../routes/contacts-add-bank-account.tsx'),
  }),
  contacts(paths.contactSearch, {
    title: 'Search Contacts',
    purpose: 'One search over names, companies, phones, emails and VAT numbers.',
    load: () => import('../../routes/contacts-search.tsx'),
  }),
  contacts(paths.addRelation, {
    title: 'Add a Relation',
    purpose: 'Links a person to a business: works for, owns, keeps the accounts, manages the site.',
    load: () => import('../../routes/contacts-add-relation.tsx'),
  }),
  contacts(paths.addBusinessRelation, {
    title: 'Add a Business Relation',
    purpose: 'Links two businesses, such as a branch to its head office.',
    load: () => import('../../routes/contacts-add-business-relation.tsx'),
  }),
  contacts(paths.newClient, {
    title: 'New Client Registration',
    purpose: 'Business, person, site and payment terms of a new client in one go.',
    load: () => import('../../routes/contacts-new-client.tsx'),
  }),
  contacts(paths.creditApplication, {
    title: 'Credit Application',
    purpose: 'A client asks for credit: limit, terms, directors and references, and the decision.',
    load: () => import('../../routes/credit-application.tsx'),
  }),
  screensOf('access', { guard: adminOnly, frame: 'staff' })(paths.userVerification, {
    title: 'User Verification',
    purpose: 'People who signed up and wait: give them a role, link them to a contact, or refuse.',
    load: () => import('../../routes/user-verification.tsx'),
  }),
]
