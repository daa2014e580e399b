import { withTax } from '@/shared/domain/text/formats'
import {
  type ContactDraft,
  contactFieldLabels,
  contactFields,
  type ContactKind,
  contactProblems,
  emptyContact,
  plainVatNumber,
} from '@/shared/domain/people/contact'
import type { CsvRow } from '@/shared/domain/text/csv'
import { storableLine } from '@/shared/domain/text/storable'
import { plainDays } from '@/kit/import/days-cell'
import { isUnknownCountry, unknownCountryText } from '@/kit/import/country-cell'
import { fold, type ImportField, importFieldLabels } from './columns'
import { doubtOfVatNumber } from '../doubt-of-vat-number'

/**
 * One row of a file as a contact. `problem`: the reason why it cannot be imported. `unread`: the cells that are
 * left out of the contact and go into its note.
 */
export type ImportRow = {
  line: number
  cells: readonly string[]
  kind: ContactKind
  draft: ContactDraft
  note: string
  /** The contact person of a business: a separate person who works for it. */
  contactPerson: PersonName | null
  /** True when the file puts it on stop: no more work on account. */
  onStop: boolean
  problem: string | null
  unread: string | null
  /** What to look at although the row can be imported: a tax number with a wrong digit. */
  doubt: string | null
}

/** The name of a person; the first name is never empty. */
export type PersonName = { name: string; last_name: string }

/**
 * `byRow`: a row with a company is a business, and who is named beside it is its contact person; other rows are people.
 * A column for the kind takes precedence.
 */
export type KindChoice = ContactKind | 'byRow'
export type Named = { id: string; name: string }
export type RowsOptions = {
  columns: readonly (ImportField | null)[]
  kind: KindChoice
  types: readonly Named[]
  managers: readonly Named[]
  /** True when the person may put contacts on stop. */
  mayStop: boolean
}

const people = new Set(
  'person|people|individual|private|contact|p|human|privat|privatperson|privatkunde|personne|particulier|persona|privato|particular|pessoa|persoon|osoba|osoba prywatna|osoba fizyczna|persuna'.split(
    '|',
  ),
)
const yes = new Set([
  'yes',
  'y',
  'true',
  '1',
  'x',
  'on',
  'on stop',
  'stop',
  'on hold',
  'hold',
  'blocked',
  'ja',
  'si',
  'oui',
  'iva',
  'sim',
  'tak',
])
const no = new Set([
  '',
  'no',
  'n',
  'false',
  '0',
  'off',
  'none',
  'active',
  'ok',
  'nein',
  'non',
  'le',
  'nao',
  'nee',
  'nie',
])
const businesses = new Set(
  'business|company|organisation|organization|firm|corporate|b|ltd|firma|unternehmen|geschaftskunde|gewerbe|gmbh|entreprise|societe|professionnel|azienda|societa|empresa|sociedad|sociedade|bedrijf|zakelijk|kumpanija|negozju'.split(
    '|',
  ),
)

/** The rows of a file as contacts, each with its problems, by the rules and words of the form. */
export function importRows(
  rows: readonly CsvRow[],
  { columns, kind, types, managers, mayStop }: RowsOptions,
): ImportRow[] {
  const typeIds = new Map(types.map(({ id, name }) => [fold(name), id]))
  const managerIds = new Map(managers.map(({ id, name }) => [fold(name), id]))
  return rows.map(({ line, cells }) => {
    const given = givenBy(cells, columns)
    const problems: string[] = []
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      problems.push(`This row has ${cells.length} columns, the first has ${columns.length}`)

    const kindOfRow = readKind(given, kind)
    // Beside a person, or alone, the column holds the name itself.
    if (kindOfRow === 'Person' && !given.full_name && !given.name && given.contact_person)
      given.full_name = given.contact_person
    if (kindOfRow === null) problems.push(`Person or business: “${given.kind}” is neither`)
    const draft = readDraft(given, kindOfRow ?? 'Business')
    const contactPerson = kindOfRow === 'Business' ? readContactPerson(given) : null

    draft.contact_type_id = idOf(typeIds, given.contact_type_id, (name) =>
      problems.push(`${contactFieldLabels.contact_type_id}: there is none called “${name}”`),
    )
    draft.account_manager_id = idOf(managerIds, given.account_manager_id, (name) =>
      problems.push(`${contactFieldLabels.account_manager_id}: nobody here is called “${name}”`),
    )
    const { wrongEmail, wrongCountry, unread } = takeOutWrong(draft, kindOfRow ?? 'Business')
    const found = contactProblems(kindOfRow ?? 'Business', draft)
    for (const field of contactFields)
      if (found[field]) problems.push(withTax(`${contactFieldLabels[field]}: ${found[field]}`))
    const note = [
      given.note ?? '',
      ...unplacedNames(given, draft, contactPerson),
      wrongEmail && `Email in the file: ${wrongEmail}`,
      wrongCountry && `Country in the file: ${wrongCountry}`,
    ]
      .filter(Boolean)
      .join('\n')
    if (note.length > 5000) problems.push('Note: At most 5000 characters')
    const onStop = readFlag(given.on_stop ?? '')
    if (onStop === null) problems.push(`On stop: “${given.on_stop}” is neither yes nor no`)
    if (onStop === true && !mayStop) problems.push('On stop: you may not put contacts on stop')
    return {
      line,
      cells,
      kind: kindOfRow ?? 'Business',
      draft,
      note,
      contactPerson,
      onStop: onStop ?? false,
      problem: problems.join('; ') || null,
      doubt: doubtOf(draft, kindOfRow),
      unread,
    }
  })
}

function givenBy(cells: readonly string[], columns: RowsOptions['columns']): Partial<Record<ImportField, string>> {
  const given: Partial<Record<ImportField, string>> = {}
  columns.forEach((field, column) => {
    if (field !== null) given[field] = cellText(cells[column] ?? '')
  })
  return given
}

/** Takes an e-mail and a country that are none out of the draft: they cost their cell, and not the row. */
function takeOutWrong(draft: ContactDraft, kind: ContactKind) {
  const wrongEmail = contactProblems(kind, draft).email ? draft.email : ''
  if (wrongEmail !== '') draft.email = ''
  const wrongCountry = isUnknownCountry(draft.country) ? draft.country : ''
  if (wrongCountry !== '') draft.country = ''
  const unread = [
    wrongEmail && `${contactFieldLabels.email} cannot be read: ${wrongEmail}`,
    wrongCountry && unknownCountryText(wrongCountry),
  ].filter(Boolean)
  return { wrongEmail, wrongCountry, unread: unread.join('; ') || null }
}

function doubtOf({ vat_number, country }: ContactDraft, kind: ContactKind | null): string | null {
  const doubt = kind === 'Business' && vat_number !== '' ? doubtOfVatNumber(vat_number, country) : null
  return doubt && withTax(`${contactFieldLabels.vat_number}: ${doubt}`)
}

/** Removes the apostrophe that an export put before text that looks like a formula. */
const cellText = (cell: string): string => storableLine(cell.replace(/^'(?=[=+\-@\t\r])/, ''))

function readFlag(cell: string): boolean | null {
  const said = fold(cell)
  return yes.has(said) ? true : no.has(said) ? false : null
}

function readKind(given: Partial<Record<ImportField, string>>, choice: KindChoice): ContactKind | null {
  const said = fold(given.kind ?? '')
  if (people.has(said)) return 'Person'
  if (businesses.has(said)) return 'Business'
  if (said !== '') return null
  if (choice !== 'byRow') return choice
  if (given.company) return 'Business'
  return given.contact_person && given.full_name && !given.name && !given.last_name ? 'Business' : 'Person'
}

/** The person of a row with a business: that of the column for it, else whoever is named beside the company. */
function readContactPerson(given: Partial<Record<ImportField, string>>): PersonName | null {
  if (given.contact_person) return splitName(given.contact_person)
  const whole = fold(given.full_name ?? '') === fold(given.company ?? '') ? '' : (given.full_name ?? '')
  if (!given.company || !(given.name || given.last_name || whole)) return null
  return personName({ ...given, full_name: whole })
}

/** First and last name of a person; somebody with a last name alone has it as the first. */
function personName({ name = '', last_name = '', full_name }: Partial<Record<ImportField, string>>): PersonName {
  if (!name && full_name)
    return last_name ? { name: withoutLastName(full_name, last_name), last_name } : splitName(full_name)
  return name ? { name, last_name } : { name: last_name, last_name: '' }
}

function readDraft(given: Partial<Record<ImportField, string>>, kind: ContactKind): ContactDraft {
  const draft = { ...emptyContact }
  for (const field of contactFields) draft[field] = given[field] ?? ''
  draft.vat_number = plainVatNumber(draft.vat_number)
  draft.payment_terms_days = plainDays(draft.payment_terms_days)
  if (kind === 'Person') return { ...draft, ...personName(given) }
  const company = draft.company || given.full_name || [draft.name, draft.last_name].filter(Boolean).join(' ')
  return { ...draft, company, name: '', last_name: '' }
}

/** The first word of a name, and the rest. */
export function splitName(whole: string): { name: string; last_name: string } {
  const [name = '', ...rest] = whole.trim().split(/\s+/)
  return { name, last_name: rest.join(' ') }
}

/** `Mary Ann Smith` beside the surname `Smith` is `Mary Ann`; a name that does not end so is all first names. */
function withoutLastName(fullName: string, lastName: string): string {
  const isSame = (end: string) => fold(end) === fold(lastName)
  const words = fullName.split(/\s+/)
  const last = words.findIndex((_, at) => at > 0 && isSame(words.slice(at).join(' ')))
  return last === -1 ? fullName : words.slice(0, last).join(' ')
}

/** Whole cells of a name that hold a word which no field of the contact took. They go into its note. */
function unplacedNames(
  given: Partial<Record<ImportField, string>>,
  { name, last_name, company }: ContactDraft,
  person: PersonName | null,
): string[] {
  const placed = new Set(fold([name, last_name, company, person?.name, person?.last_name].join(' ')).split(' '))
  return nameFields.flatMap((field) => {
    const cell = given[field] ?? ''
    return fold(cell)
      .split(' ')
      .every((word) => word === '' || placed.has(word))
      ? []
      : `${importFieldLabels[field]}: ${cell}`
  })
}

const nameFields = ['full_name', 'name', 'last_name', 'company'] as const

function idOf(ids: ReadonlyMap<string, string>, name: string | undefined, isUnknown: (name: string) => void): string {
  if (!name) return ''
  const id = ids.get(fold(name))
  if (id === undefined) isUnknown(name)
  return id ?? ''
}
