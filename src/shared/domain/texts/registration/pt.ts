import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in Portuguese. */
export const portuguese: Translation<typeof english, 'pt'> = {
  first_name: 'Nome próprio',
  last_name: 'Apelido',
  street: 'Rua e número',
  postcode: 'Código postal',
  town: 'Localidade',
  state: 'Estado ou província',
  price_for: 'Um preço para {about}',
  client_title: 'Diga-nos o que as pessoas devem ver',
  client_lead: 'Para começar bastam algumas linhas.',
  need: 'De que precisa',
  need_missing: 'Escreva de que precisa',
  need_help: 'O que é, que tamanho tem, onde fica e para quando precisa',
  ask: 'Pedir um preço',
  business_title: 'Registe a sua empresa',
  business_lead: 'Um registo espera até que o escritório o tenha visto.',
  business_name: 'Nome da empresa',
  business_missing: 'Introduza o nome da empresa',
  tax_number: 'Número de {tax}',
  tax_number_help: 'Com as letras do seu país',
  register: 'Registar a empresa',
  person_title: 'Seja o nosso contacto',
  person_lead: 'Deixe o seu nome e como o contactar. Os seus dados esperam pelo escritório.',
  work_for: 'Trabalha para',
  send: 'Enviar',
  arrived: 'Obrigado. Já chegou.',
  arrived_text: 'Está agora no escritório.',
  book_meanwhile: 'Entretanto, marcar uma visita',
}
