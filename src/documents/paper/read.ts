import { z } from 'zod'
import { bankFields } from '../../shared/domain/money/bank-account.ts'
import { taxKinds } from '../../shared/domain/money/tax-on.ts'
import { dateStyles, lengthUnits, numberStyles } from '../../shared/domain/text/formats.ts'
import { chosenLanguage } from '../../shared/domain/texts/languages.ts'
import { lineKinds, vatTreatments } from '../lines.ts'
import { exemptionReasons, type TaxExemption, taxLevels, type TaxPlace } from '../tax-place.ts'
import type { Approval, QuotationDocument } from './source.ts'

/** Reads the objects that the database answers with. Amounts must be decimal text: a number is refused. */

export const text = z.string().nullable()
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/)
const keysOf = <Key extends string>(styles: Record<Key, string>) =>
  z.custom<Key>((key) => typeof key === 'string' && Object.hasOwn(styles, key))
const place = { address: text, city: text, postcode: text, state: text.optional(), country: text }

/** The bank account of today, as pages that ask for money name it. */
export const payToSchema = z.object({
  account_holder: text.optional(),
  iban: text,
  bic: text,
  bank_name: text,
  bank_fields: z.enum(bankFields).optional(),
  bank_code: text.optional(),
  account_number: text.optional(),
  is_changed: z.boolean().optional(),
})

export const companySchema = z.object({
  name: z.string(),
  email: text,
  phone: text,
  ...place,
  vat_number: text,
  registration_number: text,
  legal_form: text.optional(),
  represented_by: text.optional(),
  register_court: text.optional(),
  legal_notice: text.optional(),
  exemption_note: text.optional(),
  logo_url: text,
  brand_color: text,
  account_holder: text.optional(),
  bank_fields: z.enum(bankFields).optional(),
  bank_code: text.optional(),
  account_number: text.optional(),
  tax_name: z.string().optional(),
  tax_id_name: z.string().optional(),
  tax_kind: z.enum(taxKinds).optional(),
  time_zone: z.string().optional(),
  paper_size: z.enum(['a4', 'letter']).optional(),
  lengths: keysOf(lengthUnits).optional(),
  electronic_invoices: z.enum(['en16931', 'none']).optional(),
  iban: text,
  bic: text,
  bank_name: text,
  number_style: keysOf(numberStyles),
  date_style: keysOf(dateStyles),
})

/** Papers from before the others were there are English. */
export const language = z
  .string()
  .optional()
  .transform((code) => chosenLanguage(code))

export const contactSchema = z.object({
  name: text,
  company: text,
  ...place,
  vat_number: text,
  lengths: keysOf(lengthUnits).nullish(),
})
export const siteSchema = z.object({ label: text, ...place })

const lineFields = {
  id: z.string(),
  kind: z.enum(lineKinds),
  description: z.string(),
  details: text,
  qty: decimalText.nullable(),
  unit: text,
  width_mm: decimalText.nullable(),
  height_mm: decimalText.nullable(),
  unit_price: decimalText.nullable(),
  discount_pct: decimalText.nullable(),
  net: decimalText.nullish(),
  charged_qty: decimalText.nullish(),
  by_amount: z.boolean().optional(),
  vat_rate: decimalText.nullable(),
  vat_treatment: z.enum(vatTreatments).nullable(),
  vat: decimalText.nullish(),
  deducts: text.optional(),
}

export const lineSchema = z.object({
  ...lineFields,
  is_optional: z.boolean(),
  option_group: text,
  is_selected: z.boolean(),
  price_breaks: text.optional(),
  picture_path: text.optional(),
})

/** A billed line has no options: it counts. */
export const billedLineSchema = z
  .object(lineFields)
  .transform((line) => ({ ...line, is_optional: false, option_group: null, is_selected: true }))

/** The sales tax of a place, by its parts. */
export const taxPlaceSchema: z.ZodType<TaxPlace> = z.object({
  name: z.string(),
  rate: decimalText,
  parts: z.array(z.object({ level: z.enum(taxLevels), name: z.string(), rate: decimalText })),
})

/** An exemption certificate, as a paper keeps it. */
export const taxExemptionSchema: z.ZodType<TaxExemption> = z.object({
  number: z.string(),
  reason: z.enum(exemptionReasons),
  words: z.string().optional(),
  state: z.string(),
  valid_to: z.string().optional(),
})

export const vatRow = z.object({
  vat_rate: decimalText,
  vat_treatment: z.enum(vatTreatments),
  base: decimalText,
  vat: decimalText,
})

/** The first fields of every priced document. */
export const pricedFields = {
  language,
  number: text,
  status: z.string(),
  currency: z.string(),
  project_title: text,
  company: companySchema,
  client: contactSchema,
  vat_table: z.array(vatRow),
  tax_place: taxPlaceSchema.nullish(),
  tax_exemptions: z.array(taxExemptionSchema).nullish(),
  is_collected: z.boolean().nullish(),
  net: decimalText,
  vat: decimalText,
  gross: decimalText,
}

/** The common fields of a quotation and its order. */
export const quotationFields = {
  ...pricedFields,
  person: contactSchema.nullable(),
  site: siteSchema.nullable(),
  lines: z.array(lineSchema),
  terms: text,
}

export const approvalSchema: z.ZodType<Approval> = z.object({
  name: z.string(),
  on: z.string(),
  by_hand: z.boolean(),
  image: text,
})

const orderOfQuotation = z.object({
  order_number: z.string(),
  status: z.string(),
  deposit_amount: decimalText,
  deposit_paid: decimalText,
  is_amended: z.boolean().optional(),
})

/** The answer of `get_public_quotation`, and a quotation that was read from its tables. */
export const quotationSchema: z.ZodType<QuotationDocument> = z.object({
  ...quotationFields,
  created_at: z.string(),
  sent_at: text,
  valid_until: text,
  client_note: text,
  deposit: z.object({ kind: z.enum(['none', 'percent', 'amount']), value: decimalText, amount: decimalText }),
  cash_discount: z.object({ pct: decimalText, days: z.number(), amount: decimalText, pays: decimalText }).nullish(),
  approval: approvalSchema.nullish(),
  order: orderOfQuotation.nullish(),
})
