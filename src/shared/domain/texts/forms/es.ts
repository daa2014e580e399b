import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  optional: '(opcional)',
  sending: 'Enviando…',
  enter_your: 'Por favor, rellene: {label}',
  bad_email: 'Introduzca una dirección de correo válida',
  name: 'Nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  business: 'Empresa',
}
