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
  locations: string
}

export const cardLink = (links: ContactLinks, { type, id }: { type: string; id: string }): string =>
  type === 'Business' ? links.business(id) : links.person(id)
