import { useSearchParams } from 'react-router-dom'
import { ContactScreen } from '../contact-screen'
import { MergeScreen } from './merge-screen'

/** /contacts/people/{id} and /contacts/business/{id}: the card, or with `merge` in the address two cards side by side. */
export function ContactOrMergeScreen({ id }: { id: string }) {
  const other = useSearchParams()[0].get('merge')
  return other ? <MergeScreen key={other} one={id} other={other} /> : <ContactScreen id={id} />
}
