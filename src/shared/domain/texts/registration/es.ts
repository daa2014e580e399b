import type { Translation } from '../texts.ts'
import type { english } from './en.ts'

/** The registrations of visitors, in Spanish. */
export const spanish: Translation<typeof english, 'es'> = {
  first_name: 'Nombre',
  last_name: 'Apellidos',
  street: 'Calle y número',
  postcode: 'Código postal',
  town: 'Ciudad',
  state: 'Estado o provincia',
  price_for: 'Un precio para {about}',
  client_title: 'Díganos qué debe ver la gente',
  client_lead: 'Para empezar bastan unas líneas.',
  need: 'Qué necesita',
  need_missing: 'Escriba qué necesita',
  need_help: 'Qué es, qué tamaño tiene, dónde va y para cuándo lo necesita',
  ask: 'Pedir un precio',
  business_title: 'Registre su empresa',
  business_lead: 'Un registro espera a que la oficina lo haya revisado.',
  business_name: 'Nombre de la empresa',
  business_missing: 'Introduzca el nombre de la empresa',
  tax_number: 'Número de {tax}',
  tax_number_help: 'Con las letras de su país',
  register: 'Registrar la empresa',
  person_title: 'Sea nuestro contacto',
  person_lead: 'Deje su nombre y cómo localizarle. Sus datos esperan a la oficina.',
  work_for: 'Trabaja para',
  send: 'Enviar',
  arrived: 'Gracias. Ha llegado.',
  arrived_text: 'Ahora está en la oficina.',
  book_meanwhile: 'Reservar una visita mientras tanto',
}
