import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText, text } from '@/kit/fields/text-fields'

export const noteFields = defineFields({
  title: text('Title', { required: true, wide: true }),
  body: longText('Text', { max: 10_000, empty: '' }),
  pinned: checkbox("Pin it to everybody's dashboard"),
})
