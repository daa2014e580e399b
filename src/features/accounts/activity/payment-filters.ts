import { choiceFilter, contactFilter, flagFilter } from '@/kit/list/filters'
import { methods } from '@/shared/domain/money/payment-methods'

/** The filters of the list of payments. */
export const paymentFilters = {
  method: choiceFilter('Method', methods, 'Every method'),
  client: contactFilter('Client', 'Every client'),
  credit: flagFilter('With credit left'),
}
