import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in Dutch. */
export const dutch: Translation<typeof english, 'nl'> = {
  privacy: 'Privacybeleid',
  terms: 'Algemene voorwaarden',
  imprint: 'Bedrijfsgegevens',
  represented_by: 'Vertegenwoordigd door',
  register: 'Handelsregister',
  published: 'Versie {version}, gepubliceerd op {day}',
  not_current: 'Deze tekst geldt niet meer.',
  read_current: 'Lees de tekst die nu geldt',
  reach: 'Hoe u ons bereikt',
  no_version: 'Deze versie bestaat niet.',
  not_published: 'Wij hebben deze tekst nog niet gepubliceerd. Vraag ons erom als u hem nodig hebt.',
  versions_of: 'Versies van deze tekst',
  all_versions: 'Alle versies',
  version: 'Versie {version}',
  holds_since: 'geldt sinds {day}',
  held_from: 'gold vanaf {day}',
  phone: 'Telefoon',
  email: 'E-mail',
  registration_number: 'Registratienummer',
  tax_id: 'Btw-nummer',
}
