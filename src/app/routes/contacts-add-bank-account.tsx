import { useParams } from 'react-router-dom'
import { AddBankAccountScreen } from '@/features/people/contacts/components/add-bank-account-screen'
import { contactLinks } from './contact-links'

export function Component() {
  const { id = '' } = useParams()
  return <AddBankAccountScreen key={id} id={id} links={contactLinks} />
}
