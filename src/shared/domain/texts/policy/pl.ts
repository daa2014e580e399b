import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in Polish. */
export const polish: Translation<typeof english, 'pl'> = {
  privacy: 'Polityka prywatności',
  terms: 'Regulamin',
  imprint: 'Dane firmy',
  represented_by: 'Reprezentacja',
  register: 'Rejestr',
  published: 'Wersja {version}, opublikowana {day}',
  not_current: 'Ten tekst już nie obowiązuje.',
  read_current: 'Przeczytaj obowiązujący',
  reach: 'Jak się z nami skontaktować',
  no_version: 'Nie ma takiej wersji.',
  not_published: 'Nie opublikowaliśmy jeszcze tego tekstu. Jeśli jest potrzebny, prosimy o kontakt.',
  versions_of: 'Wersje tego tekstu',
  all_versions: 'Wszystkie wersje',
  version: 'Wersja {version}',
  holds_since: 'obowiązuje od {day}',
  held_from: 'obowiązywała od {day}',
  phone: 'Telefon',
  email: 'E-mail',
  registration_number: 'Numer rejestrowy',
  tax_id: 'NIP UE',
}
