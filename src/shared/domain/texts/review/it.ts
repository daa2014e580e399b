import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in Italian. */
export const italian: Translation<typeof english, 'it'> = {
  your_review: 'La Sua recensione',
  review_missing: 'Scriva la Sua recensione',
  review_help: 'Che cosa abbiamo fatto, e com’è andata?',
  your_name: 'Il Suo nome',
  name_missing: 'Inserisca il Suo nome',
  name_help: 'È mostrato con la Sua recensione',
  email_help: 'Mai mostrato. Solo se possiamo farLe una domanda.',
  poor: 'Scarso',
  not_good: 'Non buono',
  all_right: 'Sufficiente',
  good: 'Buono',
  excellent: 'Eccellente',
  thanks: 'Grazie per la Sua recensione',
  thanks_text: 'Ora è in ufficio. Appare sul sito quando viene pubblicata.',
  back: 'Torna ai servizi',
  how_did_we: 'Come abbiamo lavorato?',
  good_or_bad: 'Buona o cattiva. La sua recensione appare con il suo nome quando l’ufficio la pubblica.',
  send: 'Invia la recensione',
  choose_stars: 'Scelga da una a cinque stelle',
  stars: 'Stelle',
  stars_of: '{stars} su 5: {words}',
  about: 'Di che cosa si trattava',
  everything: 'Tutto',
}
