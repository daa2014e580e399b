import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { ContactsScreen } from './contacts-screen'

const DuplicatesScreen = lazy(async () => ({ default: (await import('./merge/duplicates-screen')).DuplicatesScreen }))
const ImportScreen = lazy(async () => ({ default: (await import('./import/import-screen')).ImportScreen }))

/** /contacts: the list, or with `view` in the address the import or the duplicates. */
export function ContactsStartScreen() {
  const view = useSearchParams()[0].get('view')
  if (view !== 'import' && view !== 'duplicates') return <ContactsScreen />
  return <Suspense fallback={<LoadingScreen />}>{view === 'import' ? <ImportScreen /> : <DuplicatesScreen />}</Suspense>
}
