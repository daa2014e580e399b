import { Button, Group, Select, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { contactName, isRelation, type Relation, relationNames, relations } from '@/shared/domain/contact'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { contactQuery } from '../api/contact.query'
import { addRelation } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { cardLink, type ContactLinks } from '../links'
import { problemWords } from '../problem-words'
import { ContactPicker } from './contact-picker'
import classes from './contacts.module.css'

type AddRelationScreenProps = { id: string; between: 'person' | 'businesses'; links: ContactLinks }

/** Links a person to a business, from either side, or two businesses. The sentence reads as it will be stored. */
export function AddRelationScreen({ id, between, links }: AddRelationScreenProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: card, isPending, isError } = useQuery(contactQuery(id))
  const [other, setOther] = useState<string | null>(null)
  const [relation, setRelation] = useState<Relation>(between === 'person' ? 'works_for' : 'branch_of')
  const [asked, setAsked] = useState(false)
  // A person stands on the left of a business: Ann works for the bakery, from whichever card she is linked.
  const otherIsLeft = between === 'person' && card?.type === 'Business'
  const saving = useMutation({
    mutationFn: (to: string) => (otherIsLeft ? addRelation(to, id, relation) : addRelation(id, to, relation)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      if (card) await navigate(`${cardLink(links, card)}?tab=relations`)
    },
  })
  const title = between === 'person' ? 'Add a Relation' : 'Add a Business Relation'
  if (isPending) return <PageFrame title={title}>{null}</PageFrame>
  if (isError || !card) {
    return (
      <PageFrame title={title}>
        <Problem>This contact could not be read</Problem>
      </PageFrame>
    )
  }

  const picker = (
    <ContactPicker
      label={otherIsLeft ? 'Person' : 'Business'}
      kind={otherIsLeft ? 'Person' : 'Business'}
      value={other}
      except={id}
      error={asked && other === null ? 'Please choose a contact' : undefined}
      onChange={setOther}
    />
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (other !== null && !saving.isPending) saving.mutate(other)
  }
  return (
    <PageFrame title={title} lead={contactName(card)} width="text">
      <form onSubmit={submit} noValidate>
        <Stack className={classes.paper}>
          {otherIsLeft ? picker : null}
          <Select
            label={otherIsLeft ? 'What this person does' : `What ${contactName(card)} does`}
            allowDeselect={false}
            value={relation}
            onChange={(value) => value !== null && isRelation(value) && setRelation(value)}
            data={relationNames.map((name) => ({
              value: name,
              label: otherIsLeft ? `${relations[name].forth} ${contactName(card)}` : `${relations[name].forth} …`,
            }))}
          />
          {otherIsLeft ? null : picker}
          {saving.isError ? (
            <Problem>{problemWords(saving.error, 'These two are linked in this way already.')}</Problem>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={cardLink(links, card)}>
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
