import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { contactName } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { addBankAccount } from '@/features/people/contacts/api/contact.mutation'
import { bankAccountsQuery, contactQuery } from '@/features/people/contacts/api/contact.query'
import { contactsKey } from '@/features/people/contacts/api/contacts.query'
import { bankAccountFields } from '@/features/people/contacts/bank-account'
import { cardLink } from '@/features/people/contacts/card-link'
import { NotThere } from '../not-there'

/** A bank account of a contact; the IBAN is checked while it is typed. */
export function AddBankAccountScreen({ id }: { id: string }) {
  const mayEdit = can(useRights(), 'contacts', 'edit')
  const navigate = useNavigate()
  const { data: card, isSuccess } = useQuery(contactQuery(id))
  const accounts = useQuery({ ...bankAccountsQuery(id), enabled: Boolean(card) })
  const hasDefault = accounts.data?.some((account) => account.is_default) ?? false
  const fields = useMemo(
    () =>
      defineFields({
        ...bankAccountFields,
        is_default: checkbox('Use this account by default', { initial: true, right: () => !hasDefault }),
      }),
    [hasDefault],
  )
  const back = () => navigate(card ? `${cardLink(card)}?tab=bank` : linkTo('/contacts'))
  const form = useRecordForm({
    fields,
    name: `bank-account-${id}`,
    isNew: true,
    queryKey: contactsKey,
    save: (values) => addBankAccount({ ...values, contact_id: id, is_default: !hasDefault && values.is_default }),
    onSaved: back,
  })
  if (!mayEdit) return <NoRight title="Add a Bank Account">Your account may not change contacts.</NoRight>
  if (isSuccess && !card) return <NotThere id={id} />
  return (
    <PageFrame title="Add a Bank Account" lead={card ? contactName(card) : null} width="text">
      <RecordForm form={form} label="Add a bank account" submitLabel="Add bank account" onCancel={() => void back()} />
    </PageFrame>
  )
}
