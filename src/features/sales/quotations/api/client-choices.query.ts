import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { contactName } from '@/shared/domain/people/contact'
import { chosenLanguage, type Language } from '@/shared/domain/texts/languages'

type Choice = { value: string; label: string }

/** The people and the sites of a client. A quotation may name one of each. `isBusiness`: people are known of a business. */
export const clientChoicesQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['client-choices', contactId],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<{ isBusiness: boolean; people: Choice[]; sites: Choice[] }> => {
      const [relations, locations] = await Promise.all([
        db
          .from('contact_relations')
          .select(
            `one:contacts!contact_relations_contact_id_fkey(id, type, name, last_name, company),
             other:contacts!contact_relations_related_contact_id_fkey(id, type, name, last_name, company)`,
          )
          .or(`contact_id.eq.${contactId},related_contact_id.eq.${contactId}`)
          .limit(200)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('locations')
          .select('id, label, address, city')
          .eq('business_id', contactId)
          .order('label')
          .limit(200)
          .abortSignal(signal)
          .throwOnError(),
      ])
      const people = new Map<string, string>()
      for (const { one, other } of relations.data)
        for (const person of [one, other])
          if (person && person.id !== contactId && person.type === 'Person') people.set(person.id, contactName(person))
      const isBusiness = relations.data.some(({ one, other }) =>
        [one, other].some((each) => each?.id === contactId && each.type === 'Business'),
      )
      return {
        isBusiness,
        people: [...people].map(([value, label]) => ({ value, label })),
        sites: locations.data.map(({ id, label, address, city }) => ({
          value: id,
          label: [label ?? address, city].filter(Boolean).join(', ') || 'A site without a name',
        })),
      }
    },
  })

/** The language in which a client reads a paper: that of the contact person, else of the client, else of the company. */
export const paperLanguageQuery = (contactId: string, personId: string) =>
  queryOptions({
    queryKey: ['client-choices', contactId, 'language', personId],
    staleTime: 30_000,
    enabled: contactId !== '',
    queryFn: async ({ signal }): Promise<Language> => {
      const [people, company] = await Promise.all([
        db
          .from('contacts')
          .select('id, language')
          .in('id', [contactId, personId].filter(Boolean))
          .abortSignal(signal)
          .throwOnError(),
        db.from('company_settings').select('language').limit(1).abortSignal(signal).throwOnError(),
      ])
      const of = (id: string) => people.data.find((one) => one.id === id)?.language
      return chosenLanguage(of(personId) ?? of(contactId) ?? company.data[0]?.language)
    },
  })
