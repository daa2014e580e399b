import { db } from '@/shared/db/client'
import { plainColour } from '@/shared/domain/web/brand-colour'
import { plainVatNumber } from '@/shared/domain/people/contact'
import { storableLine } from '@/shared/domain/text/storable'
import { plainDigits } from '@/shared/domain/money/bank-account'
import { plainIban } from '@/shared/domain/money/iban'
import type { Edits } from '@/shared/hooks/kept-edits'
import { bareDomain, type CompanyField, companyFields, plainPoint } from '../company-fields'

/** A setting as stored: trimmed, and null for empty text (spec 1 §5). */
export const storedSetting = (field: CompanyField, typed: string): string | null => {
  if (field === 'vat_number') return plainVatNumber(typed) || null
  if (field === 'brand_color') return plainColour(typed) || null
  if (field === 'iban' || field === 'bic') return plainIban(typed) || null
  if (field === 'bank_code' || field === 'account_number') return plainDigits(typed) || null
  if (field === 'map_point') return plainPoint(typed) || null
  return (field === 'domain' ? bareDomain(typed) : storableLine(typed)) || null
}

/** Saves the edited settings, all or none: none when another person changed one of them since. Returns the saved ones. */
export async function saveCompany(edits: Edits<CompanyField>): Promise<CompanyField[]> {
  const changed = companyFields.filter((field) => edits[field] !== undefined)
  let saving = db.from('company_settings').update(patchOf(edits)).eq('id', 1)
  for (const field of changed) {
    const from = edits[field]?.from
    saving = from ? saving.eq(field, from) : saving.is(field, null)
  }
  const { data } = await saving.select('id').throwOnError()
  return data.length > 0 ? changed : []
}

const neverEmpty = [
  'name',
  'currency',
  'time_zone',
  'number_style',
  'date_style',
  'hour_style',
  'tax_kind',
  'tax_name',
  'tax_id_name',
  'bank_fields',
  'paper_size',
  'length_unit',
  'electronic_invoices',
  'language',
  'rounding',
] as const
const numbers = ['payment_terms_days', 'first_weekday', 'small_rest'] as const
const optionalNumbers = ['cash_discount_pct', 'cash_discount_days'] as const
type NumberField = (typeof numbers)[number]
type OptionalNumber = (typeof optionalNumbers)[number]
type NeverEmpty = (typeof neverEmpty)[number]
type CompanyPatch = Partial<Record<NeverEmpty, string>> &
  Partial<Record<Exclude<CompanyField, NeverEmpty | NumberField | OptionalNumber>, string | null>> &
  Partial<Record<NumberField, number>> &
  Partial<Record<OptionalNumber, number | null>>

function patchOf(edits: Edits<CompanyField>): CompanyPatch {
  const patch: CompanyPatch = {}
  for (const field of companyFields) {
    const edit = edits[field]
    if (!edit) continue
    const value = storedSetting(field, edit.to)
    if (isNumber(field)) patch[field] = Number(value)
    else if (isOptionalNumber(field)) patch[field] = value === null ? null : Number(value)
    else if (!isNeverEmpty(field)) patch[field] = value
    else if (value !== null) patch[field] = value
  }
  return patch
}

const isNumber = (field: CompanyField): field is NumberField => numbers.some((one) => one === field)
const isOptionalNumber = (field: CompanyField): field is OptionalNumber => optionalNumbers.some((one) => one === field)
const isNeverEmpty = (field: CompanyField): field is NeverEmpty => neverEmpty.some((one) => one === field)

/** Shows this picture as the logo of the company; null for the sign of the product. */
export async function saveLogo(logo: { userId: string; picture: Blob } | null): Promise<void> {
  const url = logo === null ? null : await uploaded(logo.userId, logo.picture)
  const { data } = await db.from('company_settings').update({ logo_url: url }).eq('id', 1).select('id').throwOnError()
  if (data.length === 0) throw new Error('You may not change the company')
}

/** Into the person's own folder of public pictures; earlier logos stay, papers may show them. */
async function uploaded(userId: string, picture: Blob): Promise<string> {
  const name = `${userId}/logo-${Date.now()}.${picture.type.split('/')[1] ?? 'png'}`
  const pictures = (await db.storage()).from('avatars')
  const { error } = await pictures.upload(name, picture, { contentType: picture.type, cacheControl: '31536000' })
  if (error) throw error
  const url = new URL(pictures.getPublicUrl(name).data.publicUrl)
  return url.origin === window.location.origin ? url.pathname : url.href
}
