/** Where the screens of credit lead; the app knows the addresses. */
export type CreditLinks = {
  person: (id: string) => string
  business: (id: string) => string
  trail: (id: string) => string
}
