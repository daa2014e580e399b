import { choice, parsed, tags } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { keepers, parametersKey } from '../parameters'

const lengthOf = (drafted = ''): number => {
  const list = parsed(drafted)
  return Array.isArray(list) ? list.length : 0
}

const serviceParameters = defineSmallTable({
  table: 'service_parameters',
  one: 'question',
  many: 'questions',
  fields: defineFields({
    label: text('Question', { required: true, max: 100, duplicate: 'This service asks for this already.' }),
    service_id: rowChoice('Service', { table: 'services', key: parametersKey }, { required: true }),
    kind: choice(
      'Answer',
      [
        { value: 'number', label: 'Number' },
        { value: 'text', label: 'Text' },
        { value: 'choice', label: 'One of a list' },
        { value: 'yes_no', label: 'Yes or no' },
      ],
      { required: true, initial: 'number' },
    ),
    unit: text('Unit', { max: 20, hiddenUnless: ({ kind }) => kind === 'number' }),
    choices: tags('List', { most: 50, hiddenUnless: ({ kind }) => kind === 'choice' }),
    usual: text('Usual answer', { max: 200 }),
    sort: wholeNumber('Place', { required: true, most: '100000', initial: 0 }),
  }),
  check: ({ kind, choices }) =>
    kind === 'choice' && lengthOf(choices) < 2 ? { choices: 'A list has two answers or more' } : {},
  key: parametersKey,
  live: [
    { page: 'cnc-parameters', tables: ['service_parameters'] },
    { page: 'quotations', tables: ['services'] },
  ],
  rights: keepers,
  about: 'What a service asks for when it is priced, such as eyelets, sides or finish.',
})

/** /service-parameters: the questions for pricing each service. */
export const ServiceParametersScreen = () => (
  <PageFrame title="Service Parameters">
    <SmallTable of={serviceParameters} />
  </PageFrame>
)
