import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in Maltese. */
export const maltese: Translation<typeof english, 'mt'> = {
  your_review: 'Ir-reċensjoni tiegħek',
  review_missing: 'Jekk jogħġbok ikteb ir-reċensjoni tiegħek',
  review_help: 'X’għamilna, u kif marret?',
  your_name: 'Ismek',
  name_missing: 'Jekk jogħġbok daħħal ismek',
  name_help: 'Jidher mar-reċensjoni tiegħek',
  email_help: 'Qatt ma jintwera. Biss jekk nistgħu nistaqsuk lura.',
  poor: 'Ħażin',
  not_good: 'Mhux tajjeb',
  all_right: 'Tajjeb biżżejjed',
  good: 'Tajjeb',
  excellent: 'Eċċellenti',
  thanks: 'Grazzi tar-reċensjoni',
  thanks_text: 'Issa qiegħda fl-uffiċċju. Tidher fuq is-sit meta tiġi ppubblikata.',
  back: 'Lura għas-servizzi',
  how_did_we: 'Kif morna?',
  good_or_bad: 'Tajba jew ħażina. Ir-reċensjoni tiegħek tidher b’ismek meta l-uffiċċju jippubblikaha.',
  send: 'Ibgħat ir-reċensjoni',
  choose_stars: 'Jekk jogħġbok agħżel minn stilla sa ħames stilel',
  stars: 'Stilel',
  stars_of: '{stars} minn 5: {words}',
  about: 'Dwar x’kienet',
  everything: 'Kollox',
}
