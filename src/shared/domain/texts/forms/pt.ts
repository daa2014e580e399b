import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What the forms of the site share, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  optional: '(opcional)',
  sending: 'A enviar…',
  enter_your: 'Por favor, preencha: {label}',
  bad_email: 'Introduza um endereço de e-mail válido',
  name: 'Nome',
  email: 'Endereço de e-mail',
  phone: 'Telefone',
  business: 'Empresa',
}
