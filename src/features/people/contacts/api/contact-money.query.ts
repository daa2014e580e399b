import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { contactsKey } from './contacts.query'

/** What a client owes, as decimal text in the client's currency. `oldest_due`: the day of the oldest open invoice. */
export type ContactMoney = {
  balance: string
  overdue: string
  credit: string
  oldest_due: string | null
  open_invoices: number
}

const nothing: ContactMoney = { balance: '0.00', overdue: '0.00', credit: '0.00', oldest_due: null, open_invoices: 0 }

/** What a contact owes now; zeros for one without papers. */
export const contactMoneyQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'money', id],
    queryFn: async ({ signal }): Promise<ContactMoney> => {
      const { data } = await db
        .rpc('client_balances', { p_contact_id: id })
        .select('balance::text, overdue::text, credit::text, oldest_due, open_invoices')
        .abortSignal(signal)
        .overrideTypes<ContactMoney[], { merge: false }>()
        .throwOnError()
      return data[0] ?? nothing
    },
  })
