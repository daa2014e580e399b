import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The page where a visitor leaves a review, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  your_review: 'Su opinión',
  review_missing: 'Escriba su opinión',
  review_help: '¿Qué hicimos y cómo fue?',
  your_name: 'Su nombre',
  name_missing: 'Introduzca su nombre',
  name_help: 'Se muestra con su opinión',
  email_help: 'Nunca se muestra. Solo si podemos preguntarle algo.',
  poor: 'Mal',
  not_good: 'No muy bien',
  all_right: 'Correcto',
  good: 'Bien',
  excellent: 'Excelente',
  thanks: 'Gracias por su opinión',
  thanks_text: 'Ahora está en la oficina. Aparece en el sitio cuando se publica.',
  back: 'Volver a los servicios',
  how_did_we: '¿Qué tal lo hicimos?',
  good_or_bad: 'Buena o mala. Su opinión se muestra con su nombre cuando la oficina la publica.',
  send: 'Enviar la opinión',
  choose_stars: 'Elija de una a cinco estrellas',
  stars: 'Estrellas',
  stars_of: '{stars} de 5: {words}',
  about: 'De qué se trataba',
  everything: 'Todo',
}
