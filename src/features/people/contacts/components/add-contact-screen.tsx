import { useNavigate } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { cashDiscountProblems } from '@/kit/fields/cash-discount-fields'
import { useRecordForm } from '@/kit/form/use-record-form'
import type { ContactKind } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { addContact } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { cardLink } from '../card-link'
import { contactFields } from '../contact-fields'
import { SimilarContacts } from './merge/similar-contacts'
import { NoRateYet } from './no-rate-yet'

/** /contacts/add-person and /contacts/add-business. */
export function AddContactScreen({ kind }: { kind: ContactKind }) {
  const mayCreate = can(useRights(), 'contacts', 'create')
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: contactFields[kind],
    name: `add-${kind}`,
    isNew: true,
    queryKey: contactsKey,
    check: cashDiscountProblems,
    save: (values) => addContact(kind, values),
    onSaved: (id) => navigate(cardLink({ type: kind, id })),
  })
  const { name, last_name, company, email, vat_number } = form.drafts
  const title = kind === 'Business' ? 'Add a Business' : 'Add a Person'
  if (!mayCreate) return <NoRight title={title}>Your account may not add contacts.</NoRight>
  return (
    <PageFrame title={title} width="text">
      <RecordForm
        form={form}
        label={title}
        submitLabel={kind === 'Business' ? 'Add business' : 'Add person'}
        onCancel={() => void navigate(linkTo('/contacts'))}
      >
        <SimilarContacts name={kind === 'Business' ? company : `${name} ${last_name}`} email={email} vat={vat_number} />
        <NoRateYet currency={form.drafts.currency} />
      </RecordForm>
    </PageFrame>
  )
}

/** /contacts/add-person */
export const AddPersonScreen = () => <AddContactScreen kind="Person" />

/** /contacts/add-business */
export const AddBusinessScreen = () => <AddContactScreen kind="Business" />
