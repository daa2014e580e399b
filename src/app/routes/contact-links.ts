import type { ContactLinks } from '@/features/people/contacts/links'
import { linkTo, paths, taskPath } from '../paths'

export const contactLinks: ContactLinks = {
  list: paths.contacts,
  import: `${paths.contacts}?view=import`,
  duplicates: `${paths.contacts}?view=duplicates`,
  merge: ({ type, id }, other) =>
    `${linkTo(type === 'Business' ? paths.business : paths.person, { id })}?merge=${other}`,
  person: (id) => linkTo(paths.person, { id }),
  business: (id) => linkTo(paths.business, { id }),
  addPerson: paths.addPerson,
  addBusiness: paths.addBusiness,
  newClient: paths.newClient,
  addRelation: (id) => linkTo(paths.addRelation, { id }),
  addBusinessRelation: (id) => linkTo(paths.addBusinessRelation, { id }),
  personBankAccount: (id) => linkTo(paths.personBankAccount, { id }),
  businessBankAccount: (id) => linkTo(paths.businessBankAccount, { id }),
  task: taskPath,
  quotation: (id) => linkTo(paths.quotation, { id }),
  delivery: (id) => linkTo(paths.delivery, { id }),
  locationsOf: (id) => `${paths.locations}?client=${id}`,
  location: (id) => `${paths.locations}?location=${id}`,
  addLocation: (id) => `${paths.locations}?add=yes&client=${id}`,
  newCredit: (id) => `${paths.creditApplication}?new=yes&client=${id}`,
  credit: (id) => `${paths.creditApplication}?application=${id}`,
  trail: (id) => linkTo(paths.auditLog, { id }),
}
