import { checkbox, choice, tags } from '@/kit/fields/choice-fields'
import { date, dateTime, time } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { length, money, percent, wholeNumber } from '@/kit/fields/number-fields'
import { colour } from '@/kit/fields/colour-field'
import { email, longText, phone, text } from '@/kit/fields/text-fields'

/** One of each field, described as a sign would be. */
export const demoFields = defineFields({
  name: text('Name of the sign', { required: true, max: 60, help: 'It is required, and at most 60 letters long.' }),
  kind: choice(
    'Kind',
    [
      { value: 'fascia', label: 'Fascia' },
      { value: 'totem', label: 'Totem' },
      { value: 'vinyl', label: 'Window vinyl' },
    ],
    { required: true },
  ),
  email: email('Email of the client'),
  phone: phone('Telephone'),
  price: money('Price'),
  discount: percent('Discount'),
  width: length('Width'),
  pieces: wholeNumber('Pieces', { most: '500' }),
  due: date('Due'),
  starts: time('Installation begins'),
  call: dateTime('Call the client'),
  colour: colour('Colour'),
  materials: tags('Materials'),
  lit: checkbox('It is lit', { wide: false }),
  cable: text('Where the cable comes out', { hiddenUnless: ({ lit }) => lit === 'yes' }),
  note: longText('Note'),
})
