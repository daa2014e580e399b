import { queryOptions } from '@tanstack/react-query'
import type { ContactKind } from '@/shared/domain/people/contact'
import { isStaffRole, roles } from '@/shared/domain/people/role'
import { storable } from '@/shared/domain/text/storable'
import { db } from '../client'

/** The fewest letters for a search over contacts. */
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

const staffRoles = new Set<string>(roles.filter(isStaffRole))

/** The most contacts offered. More are read, because colleagues among them are dropped. */
const most = 10
const mostRead = 40

/** A few contacts by two letters or more of a name, company, e-mail or number; no colleagues, who are nobody's client. */
export async function readContactChoice(
  text: string,
  kind: ContactKind | undefined,
  signal: AbortSignal,
): Promise<ContactChoice[]> {
  const { data } = await db
    .rpc('search_contacts', { p_text: storable(text), ...(kind ? { p_kind: kind } : {}), p_limit: mostRead })
    .select(`${columns}, roles`)
    .abortSignal(signal)
    .throwOnError()
  return data.filter((contact) => !contact.roles.some((role) => staffRoles.has(role))).slice(0, most)
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
