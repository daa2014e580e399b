import { currentFormats } from '@/shared/domain/text/formats'
import { checkbox } from './choice-fields'

/** Whether the goods of a sale are collected at the company. Asked where sales tax goes by the place. */
export const collectedField = checkbox('Collected at our shop', {
  help: 'The {tax} is that of our place, not of the client’s.',
  right: () => currentFormats().tax_kind === 'sales_tax',
})
