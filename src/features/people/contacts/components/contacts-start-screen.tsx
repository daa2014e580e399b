import { useSearchParams } from 'react-router-dom'
import { ContactsScreen } from './contacts-screen'
import { DuplicatesScreen } from './duplicates-screen'
import { ImportScreen } from './import-screen'

/** /contacts: the list, or with `view` in the address the import or the duplicates. */
export function ContactsStartScreen() {
  const view = useSearchParams()[0].get('view')
  if (view === 'import') return <ImportScreen />
  return view === 'duplicates' ? <DuplicatesScreen /> : <ContactsScreen />
}
