import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyFacts, InvoiceDocument } from '../../src/documents/paper/source.ts'
import { paperTexts } from '../../src/documents/paper/texts.ts'
import { invoicePaper } from '../../src/documents/paper/papers.ts'
import { paperFonts } from '../../src/documents/pdf/fonts.ts'
import { paperPdf } from '../../src/documents/pdf/paper-pdf.ts'
import type { Queryable } from './contracts.ts'

type Facts = Omit<InvoiceDocument, 'vat_table' | 'company'> & {
  company: Partial<CompanyFacts>
  version: string
  at: string
}

/** The data of supplier invoices whose file is not drawn yet. Numbers are text. */
const undrawn = `
  select o.version, to_json(v.created_at) #>> '{}' as at, v.supplier_number as number, 'issued' as status, v.currency, null as project_title,
         'standard' as invoice_kind, null as note, v.invoice_date::text as issue_date, null as supply_date, v.due_date::text as due_date,
         null as client_po, null as order_number, '0.00' as paid, '0.00' as deposit, '0.00' as credited, 'issued' as state, '0.00' as written_off, v.gross::text as balance, v.net::text,
         v.vat::text, v.gross::text, null as terms, null as person, null as site,
         jsonb_build_object('name', s.company, 'email', s.email, 'phone', s.phone, 'address', s.address_line, 'city', s.city, 'postcode', s.postcode,
           'country', s.country, 'vat_number', s.vat_number, 'iban', v.iban, 'bic', b.bic, 'bank_name', b.bank_name) as company,
         jsonb_build_object('name', null, 'company', c.name, 'address', c.address, 'city', c.city, 'postcode', c.postcode, 'country', c.country,
           'vat_number', c.vat_number) as client,
         (select jsonb_agg(jsonb_build_object('id', i.id, 'kind', 'item', 'description', i.description, 'details', null, 'qty', i.qty::text,
             'unit', 'piece', 'unit_price', i.unit_price::text, 'discount_pct', '0.00', 'vat_rate', i.vat_rate::text, 'vat_treatment', 'standard',
             'is_optional', false, 'option_group', null, 'is_selected', false, 'width_mm', null, 'height_mm', null) order by i.position)
            from public.supplier_invoice_items i where i.supplier_invoice_id = v.id) as lines
    from storage.objects o
    join public.supplier_invoices v on v.file_path = o.name
    join public.contacts s on s.id = v.supplier_id
    left join public.contact_bank_accounts b on b.contact_id = s.id and b.is_default
    cross join public.company_settings c
   where o.bucket_id = 'supplier-invoices' and o.user_metadata ->> 'demo' = 'drawn' and (o.metadata ->> 'size')::integer = 0`

const none = {
  email: null,
  phone: null,
  address: null,
  city: null,
  postcode: null,
  country: null,
  vat_number: null,
  registration_number: null,
  logo_url: null,
  brand_color: null,
  iban: null,
  bic: null,
  bank_name: null,
  number_style: 'point',
  date_style: 'words',
} as const

/** Draws the PDFs of the demo's suppliers, whose days are counted from the day of the seed. Each is drawn once. */
export async function drawDemoPapers(database: Queryable, storageDirectory: string): Promise<void> {
  const { rows } = await database.query<Facts>(undrawn)
  for (const { version, at, company, ...invoice } of rows) {
    const paper = invoicePaper({
      ...invoice,
      language: 'en',
      texts: await paperTexts('en'),
      company: { name: 'Supplier', ...none, ...company },
      vat_table: [{ vat_rate: '18.0000', vat_treatment: 'standard', base: invoice.net, vat: invoice.vat }],
    })
    const bytes = await paperPdf(paper, { fonts: paperFonts, at: new Date(at) })
    const folder = join(storageDirectory, 'objects', version.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, version), bytes)
    await database.query(
      `update storage.objects set metadata = metadata || jsonb_build_object('size', $2::integer, 'contentLength', $2::integer, 'eTag', $3::text)
        where version = $1`,
      [version, bytes.byteLength, `"${createHash('md5').update(bytes).digest('hex')}"`],
    )
  }
}
