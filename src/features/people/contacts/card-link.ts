import { linkTo } from '@/shared/lib/address'

type Card = { type: string; id: string }

/** The page of a contact. */
export const cardLink = ({ type, id }: Card): string =>
  type === 'Business' ? linkTo('/contacts/business/:id', { id }) : linkTo('/contacts/people/:id', { id })

/** Two cards side by side, to be made one; the first one gives the address. */
export const mergeLink = (one: Card, other: string): string => `${cardLink(one)}?merge=${other}`

/** The form for a bank account of a contact. */
export const newBankAccountLink = ({ type, id }: Card): string =>
  type === 'Business'
    ? linkTo('/contacts/business/:id/add-bank-account', { id })
    : linkTo('/contacts/people/:id/add-bank-account', { id })
