import { useSearchParams } from 'react-router-dom'
import { ContactsScreen } from '@/features/people/contacts/components/contacts-screen'
import { DuplicatesScreen } from '@/features/people/contacts/components/duplicates-screen'
import { ImportScreen } from '@/features/people/contacts/components/import-screen'
import { contactLinks } from './contact-links'

export function Component() {
  const [search] = useSearchParams()
  const view = search.get('view')
  if (view === 'import') return <ImportScreen links={contactLinks} />
  if (view === 'duplicates') return <DuplicatesScreen links={contactLinks} />
  return <ContactsScreen links={contactLinks} />
}
