import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  your_review: 'A sua opinião',
  review_missing: 'Escreva a sua opinião',
  review_help: 'O que fizemos, e como correu?',
  your_name: 'O seu nome',
  name_missing: 'Introduza o seu nome',
  name_help: 'É mostrado com a sua opinião',
  email_help: 'Nunca é mostrado. Só se lhe pudermos perguntar algo.',
  poor: 'Mau',
  not_good: 'Não foi bom',
  all_right: 'Razoável',
  good: 'Bom',
  excellent: 'Excelente',
  thanks: 'Obrigado pela sua opinião',
  thanks_text: 'Está agora no escritório. Aparece no site quando for publicada.',
  back: 'Voltar aos serviços',
  how_did_we: 'Como nos saímos?',
  good_or_bad: 'Boa ou má. A sua opinião é mostrada com o seu nome quando o escritório a publica.',
  send: 'Enviar a opinião',
  choose_stars: 'Escolha de uma a cinco estrelas',
  stars: 'Estrelas',
  stars_of: '{stars} de 5: {words}',
  about: 'De que se tratava',
  everything: 'Tudo',
}
