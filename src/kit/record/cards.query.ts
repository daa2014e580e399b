import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'

/** The only currency in which cards are taken. */
export const cardCurrency = 'EUR'

/** Whether the company accepts cards. The button is shown only when that is set up. */
export const cardsQuery = queryOptions({
  queryKey: ['card-payment', 'offered'],
  queryFn: async () => {
    const { data, error } = await db.functions.invoke<unknown>('card-payment', { body: { offered: true } })
    if (error) throw new Error('The server cannot be reached. Please try again.')
    return z.object({ cards: z.boolean() }).parse(data).cards
  },
  staleTime: Infinity,
})
