import { withTax } from '@/shared/domain/text/formats'
import { contactFieldLabels, type ContactField } from '@/shared/domain/people/contact'
import { foldHeading, guessedColumns, meanings } from '@/kit/import/headings'

/** The possible meanings of a file's column. */
export type ImportField = ContactField | 'kind' | 'full_name' | 'contact_person' | 'on_stop' | 'note'

export const importFieldLabels: Record<ImportField, string> = {
  kind: 'Person or business',
  full_name: 'Whole name',
  ...contactFieldLabels,
  company: 'Company or business name',
  contact_person: 'Contact person of a business',
  on_stop: 'On stop (yes or no)',
  note: 'Note',
}

/** The usual headers of such columns in other programs, folded by `fold`. */
const headings: Record<ImportField, string> = {
  kind: 'kind|type|person or business|record type|contact kind',
  full_name: 'name|full name|whole name|display name|contact|contact name|customer|customer name|client|client name',
  name: 'first name|firstname|given name|forename|christian name|vorname|nome|prenom|nombre',
  last_name: 'last name|lastname|surname|family name|second name|nachname|cognome|nom|apellidos',
  company:
    'company|company name|business|business name|organisation|organization|organization name|organization 1 name|firm|firma|azienda|societe|empresa|trading name|legal name|company or business name',
  contact_person:
    'contact person|contact person name|primary contact|main contact|attention|attn|ansprechpartner|persona di contatto|contacto',
  email: 'e mail|email|mail|e mail address|email address|e mail 1 value|email 1 value|primary email|correo',
  phone:
    'phone|telephone|tel|phone number|telephone number|tel no|business phone|work phone|phone 1 value|landline|office phone|telefon|telefono|primary phone',
  mobile: 'mobile|mobile phone|mobile number|cell|cell phone|cellphone|gsm|mob|phone 2 value|handy',
  vat_number:
    'vat number|vat|vat no|vat reg no|vat registration number|vat id|tax number|tax id|ust id|ustid|partita iva|nif',
  address_line:
    'address|address line|address line 1|address 1|street|street address|business street|billing address|billing street|adresse|indirizzo|address 1 street',
  city: 'town|city|locality|town city|business city|billing city|ort|citta|ville|address 1 city',
  postcode:
    'postcode|post code|zip|zip code|postal code|business postal code|billing zip|plz|cap|address 1 postal code',
  state:
    'state|province|state province|county|region|prefecture|business state|billing state|bundesland|provincia|estado|address 1 region|address 1 state',
  country: 'country|nation|business country region|country region|billing country|land|paese|pays|address 1 country',
  payment_terms_days: 'payment terms days|payment terms|terms|credit days|payment days|net days',
  contact_type_id: 'contact type|category|group|customer type|client type|tags',
  account_manager_id: 'account manager|manager|salesperson|sales rep|owner|assigned to|account owner',
  on_stop:
    'on stop|stop|gesperrt|bloccato|bloque|bloqueado|on hold|hold|account on hold|blocked|account blocked|credit stop',
  note: 'note|notes|comment|comments|remarks|description|memo',
}

const fieldOf = meanings(headings)

export function isImportField(value: string): value is ImportField {
  return Object.hasOwn(headings, value)
}

/** Names and headings as they are compared. */
export const fold = foldHeading

/** What a header means; the number of the tax is also known by what the company calls its tax. */
const meaningOf = (heading: string): ImportField | null => {
  const folded = fold(heading)
  return fieldOf.get(folded) ?? (folded === fold(withTax('{Tax} number')) ? 'vat_number' : null)
}

/** The most likely meaning of each column by its header; no field twice. */
export const guessColumns = (header: readonly string[]): (ImportField | null)[] => guessedColumns(header, meaningOf)

/** Does the first row name the columns, or is it a contact already? */
export const isHeader = (cells: readonly string[]): boolean =>
  cells.filter((cell) => meaningOf(cell) !== null).length >= (cells.length > 2 ? 2 : 1) &&
  !cells.some((cell) => /\S@\S/.test(cell))
