import { isOfferedUnit } from '@/documents/units'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { chargeFields, chargeNames } from '@/kit/fields/charge-fields'
import { money, wholeNumber } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { longText, text } from '@/kit/fields/text-fields'
import { photo } from '@/kit/photos/photo-field'
import { drawingChoices } from '@/shared/domain/web/drawing-names'
import { slugOf } from '@/shared/domain/text/slug'
import { servicesKey } from './api/services.query'

export const serviceUnits = [
  { value: 'piece', label: 'Piece' },
  { value: 'm2', label: 'm²' },
  { value: 'm', label: 'Metre, along the width' },
  { value: 'm_height', label: 'Metre, along the height' },
  { value: 'm_edge', label: 'Metre of edge, all around' },
  { value: 'ft2', label: 'sq ft' },
  { value: 'ft', label: 'Foot, along the width' },
  { value: 'ft_height', label: 'Foot, along the height' },
  { value: 'ft_edge', label: 'Foot of edge, all around' },
  { value: 'yd', label: 'Yard, along the width' },
  { value: 'hour', label: 'Hour' },
  { value: 'set', label: 'Set' },
]

export const supplies = [
  { value: 'goods', label: 'Goods' },
  { value: 'service', label: 'Service, such as design' },
  { value: 'installation', label: 'Installation on site' },
]

/** The fields of a service. */
export const serviceFields = defineFields({
  name: text('Name', { required: true, max: 200 }),
  slug: text('Address', {
    required: true,
    max: 80,
    help: 'Its place on the public site: small letters, digits and hyphens',
    placeholder: 'printed-banners',
    proposed: ({ name }) => slugOf(name ?? ''),
    duplicate: 'Another service has this address.',
    check: (typed) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(typed) ? null : 'Small letters and digits, with single hyphens'),
  }),
  category: text('Category', { max: 100, placeholder: 'Banners' }),
  unit: choice('Unit', serviceUnits, { required: true, initial: 'piece', isOffered: isOfferedUnit }),
  base_price: money('Base price', { places: 4, help: 'For one unit, without {tax}' }),
  min_charge: money('Minimum charge'),
  ...chargeFields(({ unit }) => unit),
  vat_rate_id: rowChoice(
    '{Tax} rate',
    { table: 'vat_rates', label: 'label', key: servicesKey },
    { help: 'Empty: the rate of new lines' },
  ),
  supply: choice('Abroad it is', supplies, {
    help: 'For the {tax} of clients abroad. Empty: an hour is a service, and everything else is goods',
  }),
  sort: wholeNumber('Place in the list', { required: true, most: '100000', initial: 0 }),
  mockup_required: checkbox('The client approves a proof before production', { initial: false }),
  lead_days: wholeNumber('Lead time', {
    most: '365',
    help: 'Working days from the approval, or from its deposit. Empty: as the company says',
  }),
  makes_job: checkbox('A line of this service becomes a job', { initial: true }),
  // Never hidden: a hidden field is saved as empty, and a service that leaves the site keeps its texts.
  is_public: checkbox('Shown on the public site', { initial: false }),
  public_title: text('Public title', { max: 200, wide: true }),
  summary: longText('Summary', { max: 2000, help: 'One or two sentences for lists' }),
  public_text: longText('Public text', {
    max: 20000,
    help: 'An empty line begins a paragraph',
  }),
  photo_id: photo('Photograph', { help: 'Shown in the place of the drawing' }),
  picture: choice('Drawing', drawingChoices),
  where_used: text('Where it lives', { max: 200, placeholder: 'Above the door' }),
  lasts: text('How long it lasts', { max: 200, placeholder: '5 to 7 years outside' }),
  ready_in: text('How fast it is made', { max: 200, placeholder: '3 working days' }),
})

export const serviceSections = [
  { title: 'Service', fields: ['name', 'category', 'slug', 'sort'] },
  { title: 'Price', fields: ['unit', 'base_price', 'min_charge', 'vat_rate_id', 'supply'] },
  { title: 'How a size is charged', fields: chargeNames },
  { title: 'Work', fields: ['mockup_required', 'makes_job', 'lead_days'] },
  {
    title: 'Public site',
    fields: [
      'is_public',
      'public_title',
      'summary',
      'public_text',
      'photo_id',
      'picture',
      'where_used',
      'lasts',
      'ready_in',
    ],
  },
] as const
