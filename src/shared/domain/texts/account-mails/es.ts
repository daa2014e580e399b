import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  confirm_subject: 'Confirme su correo electrónico',
  confirm_lead: 'Le damos la bienvenida a {company}. Confirme que este es su correo electrónico.',
  confirm_button: 'Confirmar mi correo',
  confirm_note:
    'El enlace funciona una sola vez y durante una hora. Si no se ha registrado, puede ignorar este mensaje.',
  invite_subject: 'Invitación de {company}',
  invite_lead: 'Un compañero le invita a trabajar en {company}. Elija su contraseña y después inicie sesión.',
  invite_button: 'Aceptar la invitación',
  invite_note_week:
    'El enlace funciona una sola vez y durante una semana. Después, elija «{forgot}» en la página de inicio de sesión.',
  invite_note_hour:
    'El enlace funciona una sola vez y durante una hora. Después, elija «{forgot}» en la página de inicio de sesión.',
  reset_subject: 'Restablezca su contraseña',
  reset_lead: 'Se ha solicitado una nueva contraseña para su cuenta en {company}.',
  reset_button: 'Elegir una nueva contraseña',
  reset_note:
    'El enlace funciona una sola vez y durante una hora. Si no ha sido usted, no ha cambiado nada y puede ignorar este mensaje.',
  change_subject: 'Confirme su nuevo correo electrónico',
  change_lead: 'Confirme el cambio del correo electrónico de su cuenta en {company}.',
  change_button: 'Confirmar el cambio',
  change_note: 'El enlace funciona una sola vez y durante una hora.',
  link_subject: 'Su enlace para iniciar sesión',
  link_lead: 'Este es su enlace para iniciar sesión en {company}.',
  link_button: 'Iniciar sesión',
  link_code: 'O introduzca este código: {code}',
  link_note: 'El enlace funciona una sola vez y durante una hora. Si no ha sido usted, puede ignorar este mensaje.',
  code_subject: 'Su código de confirmación',
  code_lead: 'Su código de confirmación es {code}.',
  notice_subject: 'Su correo electrónico está a punto de cambiar',
  notice_lead:
    'Alguien con la sesión iniciada en su cuenta ha pedido cambiar el correo electrónico a {wanted}. La nueva dirección aún tiene que confirmarlo.',
  notice_button: 'Abrir mi perfil',
  notice_note: 'Si no ha sido usted, elija ahora una nueva contraseña: así se cierran todas las demás sesiones.',
  known_subject: 'Ya tiene una cuenta',
  known_lead: 'Alguien ha intentado registrarse en {company} con esta dirección, que ya tiene una cuenta.',
  known_button: 'Iniciar sesión',
  known_note:
    'Si ha olvidado su contraseña, elija en esa página el enlace para restablecerla. Si no ha sido usted, no ha cambiado nada.',
  registration_subject: 'Su registro',
  hello: 'Buenos días:',
  hello_name: 'Buenos días, {name}:',
  registration_thanks: 'gracias por registrarse. Su correo electrónico está confirmado.',
  registration_next: 'Ahora revisamos su cuenta. Puede iniciar sesión en cualquier momento para ver si está lista.',
}
