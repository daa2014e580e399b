import { Text, Title } from '@mantine/core'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { lines } from '@/kit/fields/lists/lines-field'
import { percent } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import type { Rights } from '@/shared/domain/people/permission'
import { missingNames, problemOfDistricts, readDistricts } from '../tax-place-names'

const isAdmin = ({ role }: Rights) => role === 'admin'
const part = (label: string) => percent(label, { required: true, places: 4, initial: '0' })
const typedDistricts = lines('Special districts', {
  parts: { name: 'District', rate: 'Rate in %' },
  one: 'district',
  least: 0,
  most: 20,
})
const zipCodes = /^\d{5}(-\d{5})?([ ,;]+\d{5}(-\d{5})?)*$/

const taxPlaces = defineSmallTable({
  table: 'tax_places',
  one: 'place',
  many: 'places',
  order: 'name',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, placeholder: 'Austin, TX' }),
    state: text('State', { required: true, max: 100, placeholder: 'TX' }),
    city: text('City', { max: 100, help: 'With the state it finds the place of an address without a known ZIP code.' }),
    postcodes: text('ZIP codes', {
      max: 2000,
      wide: true,
      placeholder: '78701, 78703-78705',
      help: 'Commas between them, ranges with a hyphen. Empty: by city and state; without a city too, the whole state.',
      check: (typed) => (zipCodes.test(typed) ? null : 'ZIP codes of five digits: 78701, 78703-78705'),
    }),
    state_rate: part('State rate'),
    county: text('County', { max: 100 }),
    county_rate: part('County rate'),
    city_rate: part('City rate'),
    districts: {
      ...typedDistricts,
      problem: (draft) => problemOfDistricts(typedDistricts.valueOf(draft)),
      valueOf: (draft) => readDistricts(typedDistricts.valueOf(draft)),
    },
    rate: {
      ...percent('Combined rate', { places: 4 }),
      readOnly: true,
      help: 'The sum of the parts, once they are saved.',
    },
    valid_from: date('Valid from'),
    valid_to: date('Valid until'),
  }),
  columns: ['name', 'state', 'city', 'postcodes', 'rate', 'valid_from', 'valid_to'],
  check: (drafts) => ({
    ...missingNames(drafts),
    ...(drafts['valid_from'] && drafts['valid_to'] && drafts['valid_to'] < drafts['valid_from']
      ? { valid_to: 'The end is before the beginning' }
      : {}),
  }),
  key: ['tax-places'],
  live: [{ page: 'quotations', tables: ['tax_places'] }],
  rights: { add: isAdmin, change: isAdmin, remove: isAdmin },
  about: 'Until there is one, every line begins with the usual rate.',
})

/** The rates of sales tax by the place where goods go, each with its parts. */
export const TaxPlaces = () => (
  <section aria-labelledby="tax-places">
    <Title order={2} size="h3" mt="xl" mb="xs" id="tax-places" tabIndex={-1}>
      Sales tax by place
    </Title>
    <Text c="dimmed" mb="md">
      A line begins with the rate of the place where its goods go: the site, else the client’s address, else yours. You
      enter the rates yourself, from your state’s tax office; none are kept here for you. Papers that were sent or
      issued keep theirs.
    </Text>
    <SmallTable of={taxPlaces} />
  </section>
)
