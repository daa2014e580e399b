import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the legal texts of the company, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  privacy: 'Política de privacidad',
  terms: 'Términos y condiciones',
  imprint: 'Aviso legal',
  represented_by: 'Representada por',
  register: 'Registro',
  published: 'Versión {version}, publicada el {day}',
  not_current: 'Este texto ya no está en vigor.',
  read_current: 'Lea el que está en vigor',
  reach: 'Cómo contactarnos',
  no_version: 'Esta versión no existe.',
  not_published: 'Todavía no hemos publicado este texto. Si lo necesita, pregúntenos, por favor.',
  versions_of: 'Versiones de este texto',
  all_versions: 'Todas las versiones',
  version: 'Versión {version}',
  holds_since: 'en vigor desde el {day}',
  held_from: 'en vigor a partir del {day}',
  phone: 'Teléfono',
  email: 'Correo',
  registration_number: 'Número de registro',
  tax_id: 'NIF-IVA',
}
