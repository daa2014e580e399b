import { useParams, useSearchParams } from 'react-router-dom'
import { ContactScreen } from '@/features/people/contacts/components/contact-screen'
import { MergeScreen } from '@/features/people/contacts/components/merge-screen'
import { contactLinks } from './contact-links'

export function Component() {
  const { id = '' } = useParams()
  const other = useSearchParams()[0].get('merge')
  if (other) return <MergeScreen key={`${id} ${other}`} one={id} other={other} links={contactLinks} />
  return <ContactScreen key={id} id={id} links={contactLinks} />
}
