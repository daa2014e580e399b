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

/** A few contacts by two letters or more of a name, company, e-mail or number. */
export async function readContactChoice(
  text: string,
  kind: ContactKind | undefined,
  signal: AbortSignal,
): Promise<ContactChoice[]> {
  const { data } = await db
    .rpc('search_contacts', { p_text: storable(text), ...(kind ? { p_kind: kind } : {}), p_limit: 10 })
    .select(columns)
    .abortSignal(signal)
    .throwOnError()
  return data
}

export const contactChoiceQuery = (text: string) =>
  queryOptions({
    queryKey: ['contact-choice', text],
    enabled: text.length >= choiceFrom,
    queryFn: ({ signal }) => readContactChoice(text, undefined, signal),
  })

/** The chosen contact, for its name; null when it is gone or not for these eyes. */
export async function readChosenContact(id: string, signal: AbortSignal): Promise<ContactChoice | null> {
  const { data } = await db
    .from('contacts')
    .select(columns)
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data
}
