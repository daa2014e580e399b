import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** What stands around the public pages, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  skip: 'Ir al contenido',
  start: '{company}: inicio',
  site: 'Sitio web',
  services: 'Servicios',
  products: 'Productos',
  tips: 'Consejos',
  book: 'Reservar una visita',
  your_account: 'Su cuenta',
  sign_in: 'Iniciar sesión',
  log_out: 'Cerrar sesión',
  light_theme: 'Usar el tema claro',
  dark_theme: 'Usar el tema oscuro',
  language: 'Idioma',
  legal: 'Aviso legal',
  privacy: 'Política de privacidad',
  terms: 'Términos y condiciones',
  imprint: 'Aviso legal',
  not_found: 'Página no encontrada',
  not_found_text:
    'En esta hoja no hay nada impreso. Puede que la dirección esté mal escrita o que la página se haya movido.',
  go_to_start: 'Ir al inicio',
  go_back: 'Volver',
  something_wrong: 'Algo ha ido mal',
  broken_text: 'Esta página se ha detenido por un fallo nuestro. Vuelva a cargarla o pregúntenos.',
  try_again: 'Reintentar',
  new_version: 'Hay una nueva versión',
  load_new_version: 'Cargar la nueva versión',
  new_version_text: 'Esta página es anterior a la última actualización. Basta con volver a cargarla.',
  not_loaded: 'No se pudo cargar esta página',
  not_loaded_text: 'No se puede contactar con el servidor. Compruebe la conexión. La página se carga en cuanto vuelva.',
  staff_only: 'Esta parte es para nuestro personal',
  go_to_account: 'Ir a su cuenta',
  papers_in_account: 'Sus presupuestos, pedidos, facturas y entregas están en su cuenta.',
}
