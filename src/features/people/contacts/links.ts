/** Where the screens of contacts lead; the app knows the addresses. */
export type ContactLinks = {
  list: string
  import: string
  duplicates: string
  /** Two cards side by side; the first one gives the address. */
  merge: (one: { type: string; id: string }, other: string) => string
  person: (id: string) => string
  business: (id: string) => string
  addPerson: string
  addBusiness: string
  newClient: string
  addRelation: (id: string) => string
  addBusinessRelation: (id: string) => string
  personBankAccount: (id: string) => string
  businessBankAccount: (id: string) => string
  task: (id: string) => string
  quotation: (id: string) => string
  delivery: (id: string) => string
  /** The sites of a contact in the list and on the map. */
  locationsOf: (contactId: string) => string
  location: (id: string) => string
  /** The form of a new site of that contact. */
  addLocation: (contactId: string) => string
  /** The start of a credit application of that contact. */
  newCredit: (contactId: string) => string
  credit: (applicationId: string) => string
  /** What was changed on a record, by whom. */
  trail: (id: string) => string
}

export const cardLink = (links: ContactLinks, { type, id }: { type: string; id: string }): string =>
  type === 'Business' ? links.business(id) : links.person(id)
