import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { CalculationInputs, Confidential, Nested } from '@/documents/calculation/inputs'
import type { RecordSource } from '@/kit/pickers/record-source'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { calculationsKey } from './prices.query'

const lineColumns = 'id, name, quantity::text, net::text, updated_at'

/** The calculations that were saved last, or those whose name has these words. */
export const savedQuery = (words: string) =>
  queryOptions({
    queryKey: [...calculationsKey, 'saved', words],
    queryFn: async ({ signal }) => {
      let query = db.from('price_calculations').select(lineColumns).order('updated_at', { ascending: false }).limit(50)
      for (const word of storableLine(words).split(/\s+/).filter(Boolean))
        query = query.ilike('name', `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
      const { data } = await query.abortSignal(signal).throwOnError()
      return data
    },
  })

const confidentialSchema = z.object({
  target_kind: z.enum(['markup', 'margin']).nullable(),
  target_pct: z.string().nullable(),
  bought: z.record(z.string(), z.string()),
})

export type Calculation = {
  id: string
  name: string
  contact_id: string | null
  inputs: CalculationInputs
  nested: Nested
  net: string
  unit_price: string
  has_target: boolean
  updated_at: string
  created_by: string | null
  row_version: number
  /** Null for people without `view_financial_data`. */
  confidential: Confidential | null
}

/** One saved calculation; null when it is not there. */
export const calculationQuery = (id: string) =>
  queryOptions({
    queryKey: [...calculationsKey, 'one', id],
    queryFn: async ({ signal }): Promise<Calculation | null> => {
      const [{ data: row }, { data: secret }] = await Promise.all([
        db
          .from('price_calculations')
          .select(
            'id, name, contact_id, inputs, nested, net::text, unit_price::text, has_target, updated_at, created_by, row_version',
          )
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
        db
          .from('price_calculation_costs')
          .select('target_kind, target_pct::text, bought')
          .eq('calculation_id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
      ])
      if (row === null) return null
      // The database checked their shape when they were saved.
      const { inputs, nested } = row as unknown as Pick<Calculation, 'inputs' | 'nested'>
      return { ...row, inputs, nested, confidential: secret && confidentialOf(confidentialSchema.parse(secret)) }
    },
  })

const confidentialOf = ({ target_kind, target_pct, bought }: z.infer<typeof confidentialSchema>): Confidential => ({
  target: target_kind && target_pct ? { kind: target_kind, pct: target_pct } : null,
  costs: bought,
})

/** The quotations that use a calculation. */
export const quotationsOfQuery = (id: string) =>
  queryOptions({
    queryKey: [...calculationsKey, 'quotations', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('quotation_items')
        .select('id, quotation:quotations!inner(id, number_with_version, status)')
        .eq('calculation_id', id)
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Quotations that can still be written on. */
export const draftQuotations: RecordSource = {
  one: 'quotation',
  many: 'drafts',
  from: 0,
  found: (text) => ({
    queryKey: [...calculationsKey, 'drafts', text],
    queryFn: async ({ signal }) => {
      let query = db
        .from('quotations')
        .select('id, number_with_version, project_title')
        .eq('status', 'draft')
        .order('created_at', { ascending: false })
        .limit(20)
      const words = storableLine(text)
        .replaceAll(/[\\%_,()"*]/g, ' ')
        .trim()
      if (words) query = query.or(`quotation_number.ilike.*${words}*,project_title.ilike.*${words}*`)
      const { data } = await query.abortSignal(signal).throwOnError()
      return data.map(picked)
    },
  }),
  chosen: (id) => ({
    queryKey: [...calculationsKey, 'drafts', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('quotations')
        .select('id, number_with_version, project_title')
        .eq('id', id ?? '')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data && picked(data)
    },
  }),
}
const picked = ({
  id,
  number_with_version,
  project_title,
}: {
  id: string
  number_with_version: string
  project_title: string | null
}) => ({
  id,
  label: [number_with_version, project_title].filter(Boolean).join(' · '),
})
