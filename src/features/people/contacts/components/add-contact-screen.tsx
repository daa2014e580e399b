import { Button, Group, Stack } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type ContactKind, contactProblems, contactValues, emptyContact } from '@/shared/domain/contact'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { NotYours } from '@/shared/ui/not-yours'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { addContact } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { ContactFields } from './contact-fields'
import { SimilarContacts } from './similar-contacts'
import { linkTo } from '@/shared/lib/address'
import { cardLink } from '../card-link'

/** /contacts/add-person and /contacts/add-business. */
export function AddContactScreen({ kind }: { kind: ContactKind }) {
  const mayCreate = can(useRights(), 'contacts', 'create')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { values, put, forgetKept } = useKeptEdits(`add-${kind}`, emptyContact)
  const [asked, setAsked] = useState(false)
  const { form, refuse } = useRefusal()
  const problems = contactProblems(kind, values)
  const saving = useMutation({
    mutationFn: () => addContact(kind, contactValues(values)),
    onSuccess: async (id) => {
      forgetKept()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      await navigate(cardLink({ type: kind, id }))
    },
  })
  const save = () => {
    setAsked(true)
    if (Object.keys(problems).length > 0) refuse()
    else if (!saving.isPending) saving.mutate()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save()
  }

  const title = kind === 'Business' ? 'Add a Business' : 'Add a Person'
  if (!mayCreate) return <NotYours title={title}>Your account may not add contacts.</NotYours>
  return (
    <PageFrame title={title} width="text">
      <form ref={form} onSubmit={submit} onKeyDown={getHotkeyHandler([['mod+Enter', save]])} noValidate data-kept>
        <Stack gap="md" className={page.panel}>
          <ContactFields
            kind={kind}
            values={values}
            problems={asked ? problems : {}}
            disabled={saving.isPending}
            put={put}
          />
          <SimilarContacts
            name={kind === 'Business' ? values.company : `${values.name} ${values.last_name}`}
            email={values.email}
            vat={values.vat_number}
          />
          {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={linkTo('/contacts')} onClick={forgetKept}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {kind === 'Business' ? 'Add business' : 'Add person'}
            </Button>
          </Group>
        </Stack>
      </form>
    </PageFrame>
  )
}

/** /contacts/add-person */
export const AddPersonScreen = () => <AddContactScreen kind="Person" />

/** /contacts/add-business */
export const AddBusinessScreen = () => <AddContactScreen kind="Business" />
