import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  enter_code: 'Introduzca su código',
  app_shows: 'Lo muestra su aplicación de autenticación.',
  add_title: 'Añadir un segundo factor',
  add_text: 'Su empresa lo pide. A partir de ahora inicia sesión con su contraseña y un código de su teléfono.',
  before_password: 'Su cuenta tiene un segundo factor. Confírmelo antes de elegir una nueva contraseña.',
  go_on: 'Continuar',
  add_and_go_on: 'Añadir y continuar',
  sign_out: 'Cerrar la sesión de {email}',
  moment: 'Un momento',
  drawing: 'Se está dibujando el código QR',
  device: 'Dispositivo',
  from_app: 'De la aplicación en «{name}»',
  six_digits: 'Código de seis cifras',
  lost: 'He perdido mi dispositivo',
  lost_text:
    'Pida a la administración que quite su segundo factor en la página Staff. Después inicia sesión con su contraseña y añade un dispositivo nuevo. El único administrador lo quita en el servidor: la orden está en la guía de alojamiento.',
  scan: 'Escanee este código con una aplicación de autenticación en su teléfono. Sirve cualquier aplicación de códigos de un solo uso.',
  qr: 'Código QR para su aplicación de autenticación',
  type_key: 'O escriba esta clave en la aplicación',
  copied: 'Copiada',
  copy_key: 'Copiar la clave',
  six_needed: 'Escriba las seis cifras que muestra su aplicación.',
  no_device: 'Esta cuenta ya no tiene un segundo factor. Vuelva a cargar la página.',
  wrong_code: 'Este código es incorrecto o ya se usó. Escriba el que su aplicación muestra ahora.',
  too_late: 'Ha pasado demasiado tiempo. Escriba el código que su aplicación muestra ahora.',
  too_many: 'Se han probado demasiados códigos. Espere cinco minutos.',
  unreachable: 'No se pudo contactar con el servidor. Inténtelo de nuevo.',
  unexplained: 'Algo ha fallado. Inténtelo de nuevo.',
}
