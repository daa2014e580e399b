import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  privacy: 'Política de privacidade',
  terms: 'Termos e condições',
  imprint: 'Informação legal',
  represented_by: 'Representada por',
  register: 'Registo',
  published: 'Versão {version}, publicada em {day}',
  not_current: 'Este texto já não está em vigor.',
  read_current: 'Leia o que está em vigor',
  reach: 'Como nos contactar',
  no_version: 'Esta versão não existe.',
  not_published: 'Ainda não publicámos este texto. Se precisar dele, pergunte-nos, por favor.',
  versions_of: 'Versões deste texto',
  all_versions: 'Todas as versões',
  version: 'Versão {version}',
  holds_since: 'em vigor desde {day}',
  held_from: 'em vigor a partir de {day}',
  phone: 'Telefone',
  email: 'E-mail',
  registration_number: 'Número de registo',
  tax_id: 'NIF',
}
