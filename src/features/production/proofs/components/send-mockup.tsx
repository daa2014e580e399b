import { Button, Group, Modal, Skeleton, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { sendMockup } from '../api/mockups.mutation'
import { contactsQuery, mockupsKey } from '../api/mockups.query'
import type { MockupVersion } from '../mockups'

type SendMockupProps = { uuid: string; jobId: string; version: MockupVersion; onClose: () => void }
type Contacts = { email: string; name: string; is_first: boolean }[]

/** Opens a version for the client, and mails the link to the chosen people. */
export function SendMockup(props: SendMockupProps) {
  const contacts = useQuery(contactsQuery(props.jobId))
  return (
    <Modal opened onClose={props.onClose} title={`Send version ${props.version.version}`}>
      {contacts.isPending ? <Skeleton h={160} /> : <Form {...props} contacts={contacts.data ?? []} />}
    </Modal>
  )
}

function Form({ uuid, version, onClose, contacts }: SendMockupProps & { contacts: Contacts }) {
  const queryClient = useQueryClient()
  const [to, setTo] = useState(() => contacts.flatMap(({ email, is_first }) => (is_first ? [email] : [])))
  const [note, setNote] = useState(version.note ?? '')
  const sending = useActMutation({
    mutationFn: () => sendMockup(version.id, to, note),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: mockupsKey(uuid) }),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending.isPending) sending.mutate()
      }}
    >
      <Stack>
        {sending.error ? <Problem>{saveProblem(sending.error)}</Problem> : null}
        <TagsInput
          label="Mail to"
          description="They get the link, and a reminder after three and seven days without an answer."
          placeholder={to.length === 0 ? 'Nobody: you give them the link yourself' : ''}
          data={contacts.map(({ email }) => email)}
          value={to}
          onChange={setTo}
          type="email"
        />
        <Textarea
          label="Your words"
          autosize
          minRows={2}
          maxLength={5000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          The client sees version {version.version} from now on. Earlier versions cannot be answered any more.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={sending.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {to.length === 0 ? 'Open the link' : 'Send'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
