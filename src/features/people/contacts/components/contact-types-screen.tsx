import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { hasPermission, type Rights } from '@/shared/domain/people/permission'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { contactsKey } from '../api/contacts.query'

const mayChange = (rights: Rights) => hasPermission(rights, 'manage_contact_types')
const contactTypes = defineSmallTable({
  table: 'contact_types',
  one: 'type',
  many: 'contact types',
  fields: defineFields({
    name: text('Name', { required: true, max: 80, wide: true, duplicate: 'There is a type of this name already.' }),
    is_client: checkbox('Client', { wide: false, initial: true }),
    is_supplier: checkbox('Supplier', { wide: false }),
  }),
  key: contactsKey,
  live: [{ page: 'contacts', tables: ['contact_types', 'contacts'] }],
  usedBy: 'contacts',
  rights: { add: mayChange, change: mayChange, remove: mayChange },
  about: 'Types tell clients and suppliers apart, and group the contacts of the list.',
})

/** /contacts/types: the kinds of contacts that the company tells apart. One in use cannot be removed. */
export const ContactTypesScreen = () => (
  <PageFrame title="Contact Types" width="text">
    <SmallTable of={contactTypes} />
  </PageFrame>
)
