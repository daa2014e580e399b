import { Text } from '@mantine/core'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { longText, text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { languages } from '@/shared/domain/texts/languages'
import type { Rights } from '@/shared/domain/people/permission'

const isAdmin = ({ role }: Rights) => role === 'admin'
const terms = defineSmallTable({
  table: 'quotation_terms',
  one: 'template',
  many: 'templates',
  order: 'sort',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'There are terms with this name already.' }),
    language: choice('Language', languages, { required: true, initial: 'en' }),
    client_type: choice('For', [
      { value: 'Person', label: 'Persons' },
      { value: 'Business', label: 'Businesses' },
    ]),
    is_default: checkbox('Usual terms of new quotations', { wide: false }),
    sort: wholeNumber('Place in the list', { required: true, initial: 0 }),
    body: {
      ...longText('Terms', {
        required: true,
        max: 20000,
        help: 'A quotation copies this text. A later change alters no quotation that exists.',
      }),
      show: (draft) => (
        <Text size="sm" lineClamp={2}>
          {draft}
        </Text>
      ),
    },
  }),
  key: ['quotation-terms'],
  live: [{ page: 'quotations', tables: ['quotation_terms'] }],
  rights: { add: isAdmin, change: isAdmin, remove: isAdmin },
  about: 'Terms are copied into quotations: by the type and language of the client, or chosen in the quotation.',
})

/** The terms that quotations choose from. */
export const TermsTemplates = () => <SmallTable of={terms} />
