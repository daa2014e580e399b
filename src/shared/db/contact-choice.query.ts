import { queryOptions } from '@tanstack/react-query'
import type { ContactKind } from '../domain/contact'
import { storable } from '../domain/storable'
import { db } from './client'

/** From so many letters on a search over contacts means somebody. */
export const choiceFrom = 2

const columns = 'id, type, name, last_name, company, city, on_stop'
export type ContactChoice = {
  id: string
  type: string
  name: string | null
  last_name: string | null
  company: string | null
  city: string | null
  on_stop: boolean
}

/** A few contacts for a picker, by name. */
export const contactChoiceQuery = (text: string, kind?: ContactKind) =>
  queryOptions({
    queryKey: ['contact-choice', kind, text],
    enabled: text.length >= choiceFrom,
    queryFn: async ({ signal }): Promise<ContactChoice[]> => {
      const { data } = await db
        .rpc('search_contacts', {
          p_text: storable(text),
          ...(kind ? { p_kind: kind } : {}),
          p_limit: 10,
        })
        .select(columns)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The chosen contact, for the name in the picker; null when it is gone or not for these eyes. */
export const chosenContactQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['contact-choice', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }): Promise<ContactChoice | null> => {
      const { data } = await db
        .from('contacts')
        .select(columns)
        .eq('id', id ?? '')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
