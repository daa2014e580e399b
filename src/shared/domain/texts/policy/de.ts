import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in German. */
export const german: Translation<typeof english, 'de'> = {
  privacy: 'Datenschutzerklärung',
  terms: 'Allgemeine Geschäftsbedingungen',
  imprint: 'Impressum',
  represented_by: 'Vertreten durch',
  register: 'Registergericht',
  published: 'Version {version}, veröffentlicht am {day}',
  not_current: 'Dieser Text gilt nicht mehr.',
  read_current: 'Lesen Sie den, der heute gilt',
  reach: 'So erreichen Sie uns',
  no_version: 'Diese Version gibt es nicht.',
  not_published: 'Wir haben diesen Text noch nicht veröffentlicht. Bitte fragen Sie uns, wenn Sie ihn brauchen.',
  versions_of: 'Versionen dieses Textes',
  all_versions: 'Alle Versionen',
  version: 'Version {version}',
  holds_since: 'gilt seit {day}',
  held_from: 'galt ab {day}',
  phone: 'Telefon',
  email: 'E-Mail',
  registration_number: 'Registernummer',
  tax_id: 'USt-IdNr.',
}
