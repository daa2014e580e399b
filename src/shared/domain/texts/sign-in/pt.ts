import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The second factor of a sign-in, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  enter_code: 'Introduza o seu código',
  app_shows: 'A sua aplicação de autenticação mostra-o.',
  add_title: 'Adicionar um segundo fator',
  add_text: 'A sua empresa pede-o. A partir de agora entra com a palavra-passe e um código do telemóvel.',
  before_password: 'A sua conta tem um segundo fator. Confirme-o antes de escolher uma nova palavra-passe.',
  go_on: 'Continuar',
  add_and_go_on: 'Adicionar e continuar',
  sign_out: 'Terminar a sessão de {email}',
  moment: 'Um momento',
  drawing: 'O código QR está a ser desenhado',
  device: 'Dispositivo',
  from_app: 'Da aplicação em «{name}»',
  six_digits: 'Código de seis algarismos',
  lost: 'Perdi o meu dispositivo',
  lost_text:
    'Peça à administração que retire o seu segundo fator na página Staff. Depois entra com a palavra-passe e adiciona um novo dispositivo. O único administrador retira-o no servidor: o comando está no guia de alojamento.',
  scan: 'Leia este código com uma aplicação de autenticação no telemóvel. Serve qualquer aplicação de códigos de utilização única.',
  qr: 'Código QR para a sua aplicação de autenticação',
  type_key: 'Ou escreva esta chave na aplicação',
  copied: 'Copiada',
  copy_key: 'Copiar a chave',
  six_needed: 'Escreva os seis algarismos que a aplicação mostra.',
  no_device: 'Esta conta já não tem um segundo fator. Carregue a página de novo.',
  wrong_code: 'Este código está errado ou já foi usado. Escreva o que a aplicação mostra agora.',
  too_late: 'Demorou demasiado. Escreva o código que a aplicação mostra agora.',
  too_many: 'Foram tentados demasiados códigos. Aguarde cinco minutos.',
  unreachable: 'Não foi possível contactar o servidor. Tente de novo.',
  unexplained: 'Algo correu mal. Tente de novo.',
}
