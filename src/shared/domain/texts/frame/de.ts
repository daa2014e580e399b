import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the public pages, in German. */
export const german: Translation<typeof english, 'de'> = {
  skip: 'Zum Inhalt springen',
  start: '{company}: Startseite',
  site: 'Website',
  services: 'Leistungen',
  products: 'Produkte',
  tips: 'Tipps',
  book: 'Termin buchen',
  your_account: 'Ihr Kundenkonto',
  sign_in: 'Anmelden',
  log_out: 'Abmelden',
  light_theme: 'Helles Design verwenden',
  dark_theme: 'Dunkles Design verwenden',
  language: 'Sprache',
  legal: 'Rechtliches',
  privacy: 'Datenschutzerklärung',
  terms: 'Allgemeine Geschäftsbedingungen',
  imprint: 'Impressum',
  not_found: 'Seite nicht gefunden',
  not_found_text:
    'Auf diesem Bogen ist nichts gedruckt. Die Adresse ist vielleicht falsch geschrieben, oder die Seite ist umgezogen.',
  go_to_start: 'Zur Startseite',
  go_back: 'Zurück',
  something_wrong: 'Etwas ist schiefgelaufen',
  broken_text: 'Diese Seite hat wegen eines Fehlers bei uns angehalten. Bitte laden Sie sie neu oder fragen Sie uns.',
  try_again: 'Noch einmal versuchen',
  new_version: 'Eine neue Version ist bereit',
  load_new_version: 'Neue Version laden',
  new_version_text: 'Diese Seite ist älter als die letzte Aktualisierung. Neu laden behebt das.',
  not_loaded: 'Diese Seite konnte nicht geladen werden',
  not_loaded_text:
    'Der Server ist nicht erreichbar. Bitte prüfen Sie die Verbindung. Die Seite lädt, sobald sie wieder da ist.',
  staff_only: 'Dieser Teil ist für unsere Mitarbeiter',
  go_to_account: 'Zu Ihrem Kundenkonto',
  papers_in_account: 'Ihre Angebote, Aufträge, Rechnungen und Lieferungen finden Sie in Ihrem Kundenkonto.',
}
