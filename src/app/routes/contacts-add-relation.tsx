import { useParams } from 'react-router-dom'
import { AddRelationScreen } from '@/features/people/contacts/components/add-relation-screen'
import { contactLinks } from './contact-links'

export function Component() {
  const { id = '' } = useParams()
  return <AddRelationScreen key={id} id={id} between="person" links={contactLinks} />
}
