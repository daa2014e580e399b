import { useParams } from 'react-router-dom'
import { ContactScreen } from '@/features/contacts/components/contact-screen'
import { contactLinks } from './contact-links'

export function Component() {
  const { id = '' } = useParams()
  return <ContactScreen key={id} id={id} links={contactLinks} />
}
