import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** Mails about an account, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  confirm_subject: 'Confirme o seu e-mail',
  confirm_lead: 'Damos-lhe as boas-vindas à {company}. Confirme que este é o seu endereço de e-mail.',
  confirm_button: 'Confirmar o meu e-mail',
  confirm_note: 'A ligação funciona uma só vez e durante uma hora. Se não se registou, pode ignorar esta mensagem.',
  invite_subject: 'Convite da {company}',
  invite_lead:
    'Um colega enviou-lhe um convite para trabalhar na {company}. Escolha a sua palavra-passe e depois entre.',
  invite_button: 'Aceitar o convite',
  invite_note_week:
    'A ligação funciona uma só vez e durante uma semana. Depois disso, escolha «{forgot}» na página de entrada.',
  invite_note_hour:
    'A ligação funciona uma só vez e durante uma hora. Depois disso, escolha «{forgot}» na página de entrada.',
  reset_subject: 'Reponha a sua palavra-passe',
  reset_lead: 'Foi pedida uma nova palavra-passe para a sua conta na {company}.',
  reset_button: 'Escolher uma nova palavra-passe',
  reset_note:
    'A ligação funciona uma só vez e durante uma hora. Se não foi o autor do pedido, nada mudou e pode ignorar esta mensagem.',
  change_subject: 'Confirme o seu novo e-mail',
  change_lead: 'Confirme a mudança do endereço de e-mail da sua conta na {company}.',
  change_button: 'Confirmar a mudança',
  change_note: 'A ligação funciona uma só vez e durante uma hora.',
  link_subject: 'A sua ligação para entrar',
  link_lead: 'Aqui está a sua ligação para entrar na {company}.',
  link_button: 'Entrar',
  link_code: 'Ou introduza este código: {code}',
  link_note:
    'A ligação funciona uma só vez e durante uma hora. Se não foi o autor do pedido, pode ignorar esta mensagem.',
  code_subject: 'O seu código de confirmação',
  code_lead: 'O seu código de confirmação é {code}.',
  notice_subject: 'O seu endereço de e-mail está prestes a mudar',
  notice_lead:
    'Alguém que está na sua conta pediu para mudar o endereço de e-mail para {wanted}. O novo endereço ainda tem de o confirmar.',
  notice_button: 'Abrir o meu perfil',
  notice_note:
    'Se não foi o autor do pedido, escolha já uma nova palavra-passe: todas as outras sessões são terminadas.',
  known_subject: 'Já tem uma conta',
  known_lead: 'Alguém tentou registar-se na {company} com este endereço, que já tem uma conta.',
  known_button: 'Entrar',
  known_note:
    'Se se esqueceu da palavra-passe, escolha nessa página a ligação para a repor. Se não foi o autor do pedido, nada mudou.',
  registration_subject: 'O seu registo',
  hello: 'Bom dia,',
  hello_name: 'Bom dia, {name},',
  registration_thanks: 'obrigado pelo seu registo. O seu endereço de e-mail está confirmado.',
  registration_next: 'Estamos agora a verificar a sua conta. Pode entrar a qualquer momento para ver se está pronta.',
}
