import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in German. */
export const german: Translation<typeof english, 'de'> = {
  your_review: 'Ihre Bewertung',
  review_missing: 'Bitte schreiben Sie Ihre Bewertung',
  review_help: 'Was haben wir gemacht, und wie lief es?',
  your_name: 'Ihr Name',
  name_missing: 'Bitte geben Sie Ihren Namen ein',
  name_help: 'Er steht bei Ihrer Bewertung',
  email_help: 'Wird nie gezeigt. Nur falls wir nachfragen dürfen.',
  poor: 'Schlecht',
  not_good: 'Nicht gut',
  all_right: 'In Ordnung',
  good: 'Gut',
  excellent: 'Ausgezeichnet',
  thanks: 'Danke für Ihre Bewertung',
  thanks_text: 'Sie liegt jetzt im Büro. Auf der Website erscheint sie, wenn sie veröffentlicht wird.',
  back: 'Zurück zu den Leistungen',
  how_did_we: 'Wie waren wir?',
  good_or_bad: 'Gut oder schlecht. Ihre Bewertung wird mit Ihrem Namen gezeigt, wenn das Büro sie veröffentlicht.',
  send: 'Bewertung senden',
  choose_stars: 'Bitte wählen Sie einen bis fünf Sterne',
  stars: 'Sterne',
  stars_of: '{stars} von 5: {words}',
  about: 'Worum es ging',
  everything: 'Alles',
}
