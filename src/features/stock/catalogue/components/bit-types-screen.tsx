import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { length, quantity, wholeNumber } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { catalogueKey, keepers } from '../catalogue'

const bitTypes = defineSmallTable({
  table: 'bit_types',
  one: 'bit type',
  many: 'bit types',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'There is a bit of this name already.' }),
    shape: choice(
      'Shape',
      [
        { value: 'end_mill', label: 'End mill' },
        { value: 'v_groove', label: 'V-groove' },
        { value: 'ball', label: 'Ball nose' },
        { value: 'engraver', label: 'Engraver' },
      ],
      { required: true, initial: 'end_mill' },
    ),
    diameter_mm: length('Diameter', { required: true, aboveZero: true, most: '200' }),
    flutes: wholeNumber('Flutes', { least: '1', most: '12' }),
    angle_deg: quantity('Angle', {
      unit: '°',
      places: 2,
      aboveZero: true,
      most: '180',
      hiddenUnless: ({ shape }) => shape === 'v_groove' || shape === 'engraver',
    }),
    max_rpm: wholeNumber('Most rpm', { least: '1', most: '100000' }),
  }),
  key: catalogueKey,
  live: [{ page: 'cnc-parameters', tables: ['bit_types', 'cnc_parameters'] }],
  usedBy: 'cnc_parameters',
  rights: keepers('bit_types'),
  about: 'Router bits. The parameters of the router name one.',
})

/** /bit-types: a bit type used by a router parameter cannot be removed. */
export const BitTypesScreen = () => (
  <PageFrame title="Bit Types">
    <SmallTable of={bitTypes} />
  </PageFrame>
)
