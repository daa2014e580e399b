import { length } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { text } from '@/kit/fields/text-fields'
import { parametersKey } from './parameters'

/** The fields with which every row of a machine begins. */
export const nameField = text('Name', { required: true, max: 100, placeholder: 'ACM 3 mm, single flute 6 mm' })
export const materialField = rowChoice('Material', { table: 'material_types', key: parametersKey }, { required: true })
export const thicknessField = length('Thickness', {
  places: 3,
  required: true,
  aboveZero: true,
  most: '200',
  duplicate: 'These parameters are there already for this material and thickness.',
})
