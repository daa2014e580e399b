import { Alert, Anchor, List } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { contactName, plainVatNumber } from '@/shared/domain/people/contact'
import { storableLine } from '@/shared/domain/text/storable'
import { similarContactsQuery } from '@/features/people/contacts/api/contacts.query'
import { cardLink } from '@/features/people/contacts/card-link'

const reasons: Record<string, string> = { email: 'same email', vat: 'same tax number', name: 'similar name' }

/** Typing this long without a pause, in ms, asks only once. */
const pause = 300

type SimilarContactsProps = { name: string; email: string; vat: string; except?: string }

/** During typing, names contacts that may be the same. */
export function SimilarContacts({ name, email, vat, except }: SimilarContactsProps) {
  const [nameNow] = useDebouncedValue(storableLine(name), pause)
  const [emailNow] = useDebouncedValue(storableLine(email), pause)
  const [vatNow] = useDebouncedValue(plainVatNumber(vat), pause)
  const typed = { name: nameNow, email: emailNow, vat: vatNow }
  const { data } = useQuery({
    ...similarContactsQuery({ ...typed, except: except ?? null }),
    placeholderData: (previous) => previous,
  })
  if (!data?.length || !(typed.name || typed.email || typed.vat)) return null
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title="Perhaps this contact is there already" role="status">
      <List size="sm" listStyleType="none">
        {data.map((contact) => (
          <List.Item key={contact.id}>
            <Anchor component={Link} to={cardLink(contact)} c="inherit" underline="always">
              {contactName(contact)}
            </Anchor>{' '}
            {[reasons[contact.reason], contact.email].filter(Boolean).join(' · ')}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
