import { Button, Group, Select, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { contactName, isRelation, type Relation, relations } from '@/shared/domain/contact'
import { can } from '@/shared/domain/permission'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { useRights } from '@/shared/ui/current-user'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { NotYours } from '@/shared/ui/not-yours'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { isDuplicate, saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { contactQuery } from '../api/contact.query'
import { addRelation } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { NotThere } from './not-there'
import { cardLink } from '../card-link'

const fits: Record<'person' | 'businesses', readonly Relation[]> = {
  person: ['works_for', 'owner', 'accounts', 'site_manager', 'other'],
  businesses: ['branch_of', 'owner', 'accounts', 'other'],
}

type AddRelationScreenProps = { id: string; between: 'person' | 'businesses' }

/** Links a person to a business, from either side, or two businesses. The sentence reads as it will be stored. */
export function AddRelationScreen({ id, between }: AddRelationScreenProps) {
  const mayEdit = can(useRights(), 'contacts', 'edit')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const contact = useQuery(contactQuery(id))
  const card = contact.data
  const { values, put, forgetKept } = useKeptEdits(`relation-${between}-${id}`, {
    other: '',
    relation: between === 'person' ? 'works_for' : 'branch_of',
  })
  const [asked, setAsked] = useState(false)
  // A person stands on the left of a business: Ann works for the bakery, from whichever card she is linked.
  const otherIsLeft = between === 'person' && card?.type === 'Business'
  const saving = useMutation({
    mutationFn: ({ other, relation }: typeof values) =>
      otherIsLeft ? addRelation(other, id, relation) : addRelation(id, other, relation),
    onSuccess: async () => {
      forgetKept()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      if (card) await navigate(`${cardLink(card)}?tab=relations`)
    },
  })
  const { form, refuse } = useRefusal(saving.error)
  const isTwice = isDuplicate(saving.error)
  const choose = (field: keyof typeof values, value: string) => {
    saving.reset()
    put(field, value)
  }
  const title = between === 'person' ? 'Add a Relation' : 'Add a Business Relation'
  if (!mayEdit) return <NotYours title={title}>Your account may not change contacts.</NotYours>
  if (contact.isPending) return <PageFrame title={title}>{null}</PageFrame>
  if (contact.isError && !card) {
    return (
      <PageFrame title={title}>
        <Problem onRetry={() => void contact.refetch()}>This contact could not be read</Problem>
      </PageFrame>
    )
  }
  if (!card) return <NotThere id={id} />

  const picker = (
    <ContactPicker
      required
      label={otherIsLeft ? 'Person' : 'Business'}
      kind={otherIsLeft ? 'Person' : 'Business'}
      value={values.other || null}
      except={id}
      disabled={saving.isPending}
      error={
        isTwice
          ? 'These two are linked in this way already.'
          : asked && values.other === ''
            ? 'Please choose a contact'
            : undefined
      }
      onChange={(other) => choose('other', other ?? '')}
    />
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (values.other === '') refuse()
    else if (!saving.isPending) saving.mutate(values)
  }
  return (
    <PageFrame title={title} lead={contactName(card)} width="text">
      <form ref={form} onSubmit={submit} noValidate data-kept>
        <Stack className={page.panel}>
          {otherIsLeft ? picker : null}
          <Select
            label={otherIsLeft ? 'What this person does' : `What ${contactName(card)} does`}
            allowDeselect={false}
            disabled={saving.isPending}
            value={values.relation}
            onChange={(value) => value !== null && isRelation(value) && choose('relation', value)}
            data={fits[between].map((name) => ({
              value: name,
              label: otherIsLeft ? `${relations[name].forth} ${contactName(card)}` : `${relations[name].forth} …`,
            }))}
          />
          {otherIsLeft ? null : picker}
          {saving.isError && !isTwice ? <Problem>{saveProblem(saving.error)}</Problem> : null}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={cardLink(card)} onClick={forgetKept}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Add relation
            </Button>
          </Group>
        </Stack>
      </form>
    </PageFrame>
  )
}

/** /contacts/add-relation/{id} */
export const AddPersonRelationScreen = ({ id }: { id: string }) => <AddRelationScreen id={id} between="person" />

/** /contacts/add-business-relation/{id} */
export const AddBusinessRelationScreen = ({ id }: { id: string }) => <AddRelationScreen id={id} between="businesses" />
