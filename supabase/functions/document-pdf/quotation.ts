import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import {
  companySchema,
  contactSchema,
  lineSchema,
  quotationSchema,
  siteSchema,
} from '../../../src/documents/paper/read.ts'
import type { ContactFacts, QuotationDocument } from '../../../src/documents/paper/source.ts'
import { totalsOf } from '../../../src/documents/totals.ts'

/** The quotation behind a link, as `get_public_quotation` shows it to any holder; null where the link opens nothing. */
export async function quotationByLink(
  database: SupabaseClient,
  uuid: string,
  visit: string | null,
): Promise<QuotationDocument | null> {
  const { data } = await database.rpc('get_public_quotation', { p_uuid: uuid, p_visit: visit }).throwOnError()
  return data === null ? null : quotationSchema.parse(data)
}

const headSchema = z.object({
  contact_id: z.string(),
  person_id: z.string().nullable(),
  location_id: z.string().nullable(),
  deposit_kind: z.string(),
  deposit_value: z.string(),
  deposit_amount: z.string(),
  show_price_breaks: z.boolean(),
})
const contactRow = z
  .object({ id: z.string(), last_name: z.string().nullable(), address_line: z.string().nullable() })
  .and(contactSchema.omit({ address: true }))

const head = `number:number_with_version, status, created_at, sent_at, project_title, valid_until, currency, net::text, vat::text,
  gross::text, terms, client_note, contact_id, person_id, location_id, deposit_kind, deposit_value::text, deposit_amount::text, show_price_breaks`
const line = `id, kind, description, details, qty::text, unit, width_mm::text, height_mm::text, unit_price::text,
  discount_pct::text, net::text, charged_qty::text, vat_rate::text, vat_treatment, is_optional, option_group, is_selected, price_breaks, picture_path`
const plain = (columns: string): string => columns.replace(/\s+/g, '')

/** The quotation from its tables, by the caller's own rights; null where row level security shows none. */
export async function quotationById(caller: SupabaseClient, id: string): Promise<QuotationDocument | null> {
  const { data: row } = await caller.from('quotations').select(plain(head)).eq('id', id).maybeSingle().throwOnError()
  if (row === null) return null
  const { contact_id, person_id, location_id, deposit_kind, deposit_value, deposit_amount, show_price_breaks } =
    headSchema.parse(row)
  const contacts = [contact_id, ...(person_id ? [person_id] : [])]
  const [lines, people, site, company] = await Promise.all([
    caller.from('quotation_items').select(plain(line)).eq('quotation_id', id).order('position').throwOnError(),
    caller
      .from('contacts')
      .select('id,name,last_name,company,address_line,city,postcode,country,vat_number')
      .in('id', contacts)
      .throwOnError(),
    location_id
      ? caller
          .from('locations')
          .select('label,address,city,postcode,country')
          .eq('id', location_id)
          .maybeSingle()
          .throwOnError()
      : { data: null },
    caller.from('company_settings').select(Object.keys(companySchema.shape).join(',')).single().throwOnError(),
  ])
  const read = z
    .array(lineSchema)
    .parse(lines.data)
    .map((each) => ({ ...each, price_breaks: show_price_breaks ? each.price_breaks : null }))
  const facts = new Map(
    z
      .array(contactRow)
      .parse(people.data)
      .map((contact) => [contact.id, factsOf(contact)]),
  )
  return quotationSchema.parse({
    ...Object(row),
    deposit: { kind: deposit_kind, value: deposit_value, amount: deposit_amount },
    company: company.data,
    client: facts.get(contact_id) ?? nobody,
    person: (person_id && facts.get(person_id)) ?? null,
    site: siteSchema.nullable().parse(site.data),
    lines: read,
    vat_table: totalsOf(read).vat_table,
  })
}

const nobody: ContactFacts = {
  name: null,
  company: null,
  address: null,
  city: null,
  postcode: null,
  country: null,
  vat_number: null,
}

const factsOf = ({
  name,
  last_name,
  company,
  address_line,
  city,
  postcode,
  country,
  vat_number,
}: z.infer<typeof contactRow>): ContactFacts => ({
  name: [name, last_name].filter(Boolean).join(' ') || null,
  company,
  address: address_line,
  city,
  postcode,
  country,
  vat_number,
})
