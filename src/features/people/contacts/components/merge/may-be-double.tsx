import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { contactName } from '@/shared/domain/people/contact'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import type { ContactCardRow } from '@/features/people/contacts/api/contact.query'
import { sayTheyAreTwo } from '@/features/people/contacts/api/duplicates.mutation'
import { contactsKey, similarContactsQuery } from '@/features/people/contacts/api/contacts.query'
import { mergeLink } from '@/features/people/contacts/card-link'

/** On a card: another contact with the same e-mail or VAT number, and the way to compare the two. */
export function MayBeDouble({ card }: { card: ContactCardRow }) {
  const queryClient = useQueryClient()
  const found = useQuery(
    similarContactsQuery({ name: '', email: card.email ?? '', vat: card.vat_number ?? '', except: card.id }),
  )
  const parting = useActMutation({
    mutationFn: (other: string) => sayTheyAreTwo(card.id, other),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  const twin = found.data?.find(({ type, is_distinct }) => type === card.type && !is_distinct)
  if (!twin) return null
  return (
    <Alert color="yellow" mb="md" icon={<IconUsers aria-hidden />} title="Perhaps two cards of one contact">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {contactName(twin)} has the same {twin.reason === 'vat' ? 'tax number' : 'email'}.
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={parting.isPending}
            onClick={() => parting.mutate(twin.id)}
          >
            They are two
          </Button>
          <Button size="xs" variant="default" component={Link} to={mergeLink(card, twin.id)}>
            Compare
          </Button>
        </Group>
      </Group>
      {parting.isError ? <Problem>{saveProblem(parting.error)}</Problem> : null}
    </Alert>
  )
}
