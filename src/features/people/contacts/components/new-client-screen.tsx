import { useNavigate, useSearchParams } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { cashDiscountProblems } from '@/kit/fields/cash-discount-fields'
import { useRecordForm } from '@/kit/form/use-record-form'
import { currentFormats } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { registerClient } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { businessNames, newClientFields, newClientOf, personNames, siteNames } from '../new-client'
import { SimilarContacts } from './merge/similar-contacts'

/** What is missing beside what was typed: the name of a person or a site, the days of a cash discount. */
function problemsBetween(drafts: Record<keyof typeof newClientFields, string>) {
  const isTyped = (names: readonly (keyof typeof drafts)[]) => names.some((name) => drafts[name].trim() !== '')
  return {
    ...cashDiscountProblems(drafts),
    ...(isTyped(personNames) && drafts.person_name.trim() === '' ? { person_name: 'Please enter the first name' } : {}),
    ...(isTyped(siteNames) && drafts.site_label.trim() === '' ? { site_label: 'Please give the site a name' } : {}),
  }
}

/** /new-client-internal: business, person, site and terms in one go; person and site may stay empty. */
export function NewClientScreen() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const rights = useRights()
  const form = useRecordForm({
    fields: newClientFields,
    name: 'new-client',
    isNew: true,
    isOnlyBegun: true,
    // Most clients are in the country of the company, and an invoice names it.
    stored: { country: currentFormats().country },
    queryKey: contactsKey,
    check: problemsBetween,
    save: (values) => registerClient(newClientOf(values)),
    // `?then=quotation`: the client was missing in a new quotation, which goes on with it.
    onSaved: (id) =>
      search.get('then') === 'quotation'
        ? navigate(`${linkTo('/quotations')}?dialog=new&client=${id}`, { replace: true })
        : navigate(linkTo('/contacts/business/:id', { id })),
  })
  const { drafts } = form

  if (!can(rights, 'contacts', 'create')) {
    return <NoRight title="New Client Registration">Your account may not add contacts.</NoRight>
  }
  return (
    <PageFrame title="New Client Registration" width="text">
      <RecordForm
        form={form}
        label="New client"
        submitLabel="Register client"
        onCancel={() => void navigate(linkTo('/contacts'))}
        sections={[
          {
            title: 'Business',
            fields: businessNames,
            after: <SimilarContacts name={drafts.company} email={drafts.email} vat={drafts.vat_number} />,
          },
          {
            title: 'Contact person',
            fields: personNames,
            after: (
              <SimilarContacts
                name={`${drafts.person_name} ${drafts.person_last_name}`}
                email={drafts.person_email}
                vat=""
              />
            ),
          },
          ...(can(rights, 'locations', 'create') ? [{ title: 'First site', fields: siteNames }] : []),
        ]}
      />
    </PageFrame>
  )
}
