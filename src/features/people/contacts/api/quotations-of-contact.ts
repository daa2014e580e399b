import type { RecordSource } from '@/kit/pickers/record-source'
import { db } from '@/shared/db/client'
import { likeAnywhere } from '@/shared/db/like'

const labelOf = (quotation: { id: string; quotation_number: string; project_title: string | null }) => ({
  id: quotation.id,
  label: [quotation.quotation_number, quotation.project_title].filter(Boolean).join(' · '),
})

/** The quotations of one contact, by their number, newest first. */
export const quotationsOf = (contactId: string): RecordSource => ({
  one: 'quotation',
  many: 'quotations',
  from: 0,
  found: (text) => ({
    queryKey: ['quotations', 'pick', contactId, text],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('quotations')
        .select('id, quotation_number, project_title')
        .eq('contact_id', contactId)
        .ilike('quotation_number', likeAnywhere(text))
        .order('created_at', { ascending: false })
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data.map(labelOf)
    },
  }),
  chosen: (id) => ({
    queryKey: ['quotations', 'pick', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('quotations')
        .select('id, quotation_number, project_title')
        .eq('id', id ?? '')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data && labelOf(data)
    },
  }),
})
