import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { record } from '@/kit/fields/record-field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { contactsOf } from '@/kit/pickers/contact-picker'
import { contactName, type Relation, relations } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { addRelation } from '../api/contact.mutation'
import { type ContactCardRow, contactQuery } from '../api/contact.query'
import { contactsKey } from '../api/contacts.query'
import { cardLink } from '../card-link'
import { NotThere } from './not-there'

const fits: Record<'person' | 'businesses', readonly Relation[]> = {
  person: ['works_for', 'owner', 'accounts', 'site_manager', 'other'],
  businesses: ['branch_of', 'owner', 'accounts', 'other'],
}
const titles = { person: 'Add a Relation', businesses: 'Add a Business Relation' }

type AddRelationScreenProps = { id: string; between: 'person' | 'businesses' }

/** Links a person to a business, from either side, or two businesses. The sentence reads as it will be stored. */
export function AddRelationScreen({ id, between }: AddRelationScreenProps) {
  const mayEdit = can(useRights(), 'contacts', 'edit')
  const contact = useQuery(contactQuery(id))
  const title = titles[between]
  if (!mayEdit) return <NoRight title={title}>Your account may not change contacts.</NoRight>
  if (contact.data) return <RelationForm card={contact.data} between={between} />
  if (contact.isSuccess) return <NotThere id={id} />
  return (
    <PageFrame title={title}>
      {contact.isError ? (
        <Problem onRetry={() => void contact.refetch()}>This contact could not be read</Problem>
      ) : null}
    </PageFrame>
  )
}

function RelationForm({ card, between }: { card: ContactCardRow; between: AddRelationScreenProps['between'] }) {
  const navigate = useNavigate()
  const { id } = card
  const name = contactName(card)
  // A person is on the left of a relation to a business: Ann works for the bakery, whichever card adds it.
  const otherIsLeft = between === 'person' && card.type === 'Business'
  const fields = useMemo(() => {
    const kind = otherIsLeft ? 'Person' : 'Business'
    const other = record(kind, contactsOf[kind], {
      required: true,
      wide: true,
      except: id,
      duplicate: 'These two are linked in this way already.',
    })
    const relation = choice(
      otherIsLeft ? 'What this person does' : `What ${name} does`,
      fits[between].map((value) => ({
        value,
        label: `${relations[value].forth} ${otherIsLeft ? name : '…'}`,
      })),
      { required: true, wide: true, initial: fits[between][0] },
    )
    return otherIsLeft ? defineFields({ other, relation }) : defineFields({ relation, other })
  }, [id, name, between, otherIsLeft])
  const form = useRecordForm({
    fields,
    name: `relation-${between}-${id}`,
    isNew: true,
    queryKey: contactsKey,
    save: ({ other, relation }) => (otherIsLeft ? addRelation(other, id, relation) : addRelation(id, other, relation)),
    onSaved: () => navigate(`${cardLink(card)}?tab=relations`),
  })
  return (
    <PageFrame title={titles[between]} lead={name} width="text">
      <RecordForm
        form={form}
        label={titles[between]}
        submitLabel="Add relation"
        onCancel={() => void navigate(cardLink(card))}
      />
    </PageFrame>
  )
}

/** /contacts/add-relation/{id} */
export const AddPersonRelationScreen = ({ id }: { id: string }) => <AddRelationScreen id={id} between="person" />

/** /contacts/add-business-relation/{id} */
export const AddBusinessRelationScreen = ({ id }: { id: string }) => <AddRelationScreen id={id} between="businesses" />
